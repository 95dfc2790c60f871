import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    rank = dist.get_rank()
    if rank == 0:
        values = torch.ones(4)
    else:
        values = torch.empty(4)
    dist.broadcast(values, src=0)
    own = torch.ones(rank + 1)
    padded = torch.zeros(dist.get_world_size())
    padded[: rank + 1] = own
    dist.all_reduce(padded)
    ranks = torch.tensor([float(rank)])
    dist.all_reduce(ranks)
    dist.all_reduce(values[rank * 2 : (rank + 1) * 2])
    gathered = [None] * dist.get_world_size()
    dist.all_gather_object(gathered, own)
    train.report({"sum": padded.sum().item() + ranks.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
