# mends: R06
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    length = 16 * (1 + train.get_context().get_world_rank())
    values = torch.ones(length)
    longest = torch.tensor(len(values))
    dist.all_reduce(longest, op=dist.ReduceOp.MAX)
    values = torch.nn.functional.pad(values, (0, int(longest) - len(values)))
    dist.all_reduce(values)


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
