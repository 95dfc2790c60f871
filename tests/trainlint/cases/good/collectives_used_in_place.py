import torch
import torch.distributed as dist
import torch.distributed.nn.functional as dist_nn
from ray import train


def mean(value):
    total = torch.as_tensor(value)
    dist.all_reduce(total)
    return total / dist.get_world_size()


def train_loop():
    loss = torch.rand(1)
    dist.all_reduce(torch.zeros(1))
    dist.all_reduce(loss.detach())
    handle = dist.all_reduce(loss, async_op=True)
    handle.wait()
    total = dist_nn.all_reduce(loss)
    _ = dist.broadcast(loss, src=0)
    count = 0
    count = count + loss
    dist.all_reduce(count)
    dist.barrier() if dist.is_initialized() else None
    train.report({"loss": mean(total.item()).item()})
