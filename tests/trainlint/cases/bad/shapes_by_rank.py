import torch
import torch.distributed
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.distributed import all_gather, all_reduce as reduce_all


def empty_like_mine(count):
    return torch.zeros(count, 4).float()


def train_loop():
    rank = torch.distributed.get_rank()
    mine = empty_like_mine(rank + 1)
    all_gather([torch.zeros(1, 4), torch.zeros(2, 4)], mine)
    if rank == 0:
        counts = torch.zeros(2)
    else:
        counts = torch.zeros(3)
    reduce_all(counts)
    table = torch.ones(10, 3)
    torch.distributed.broadcast(table[: 4 - rank], src=0)
    torch.distributed.all_gather_object([None, None], mine)
    train.report({"sum": counts.sum().item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
