import torch
import torch.distributed as dist
from ray import train
from torch.distributed import all_gather_object as gather_all
from torch.distributed import all_reduce


def mean(value):
    total = all_reduce(torch.tensor(value))
    return total / dist.get_world_size()


def train_loop():
    loss = torch.rand(1)
    worst = dist.all_reduce(loss.clone(), op=dist.ReduceOp.MAX).item()
    names = gather_all([None, None], "a")
    print(names[0])
    dist.broadcast(loss * 2, src=0)
    dist.all_reduce(torch.tensor([loss.item(), 1.0]).to("cpu"))
    seen = 0
    for batch in range(3):
        seen += len([batch])
    dist.all_reduce(seen)
    average = loss.item() / 2
    dist.reduce(average, dst=0)
    loss = dist.all_reduce(loss, op=dist.ReduceOp.SUM)
    train.report({"loss": loss.item(), "worst": worst})
