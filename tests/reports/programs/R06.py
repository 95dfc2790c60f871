# report: R06
# about: A collective with another shape on each rank
# shows: cause shapes_differ
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    length = 16 * (1 + train.get_context().get_world_rank())
    lengths = torch.ones(length)
    dist.all_reduce(lengths)  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
