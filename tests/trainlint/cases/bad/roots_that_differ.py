import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    rank = train.get_context().get_world_rank()
    values = torch.full((4,), float(rank))
    dist.broadcast(values, src=rank)
    dist.reduce(values, 1 - rank)
    names = [str(rank)]
    dist.broadcast_object_list(names, src=dist.get_rank())
    dist.gather(values, [values, values] if rank == 0 else None, dst=0 if rank == 0 else 1)
    train.report({"sum": values.sum().item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
