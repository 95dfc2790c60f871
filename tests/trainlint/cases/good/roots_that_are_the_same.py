import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

ROOT = 1


def train_loop(config):
    rank = train.get_context().get_world_rank()
    world_size = train.get_context().get_world_size()
    values = torch.full((4,), float(rank))
    dist.broadcast(values, src=0)
    dist.broadcast(values, ROOT)
    dist.broadcast(values, src=config["root"])
    for root in range(world_size):
        dist.broadcast(values, src=root)
    dist.broadcast(values, src=world_size - 1)
    groups = [dist.new_group([0, 1]), dist.new_group([2, 3])]
    dist.broadcast(values, src=rank // 2 * 2, group=groups[rank // 2])
    dist.reduce(values, dst=0)
    train.report({"sum": values.sum().item()})


TorchTrainer(train_loop, train_loop_config={"root": 0}, scaling_config=ScalingConfig(num_workers=4)).fit()
