# mends: all_receive
import torch
import torch.distributed as dist
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    rank, out, buffer = dist.get_rank(), torch.ones(4), torch.zeros(4)
    peer = 1 - rank
    if rank % 2 == 0:
        dist.send(out, dst=peer)
        dist.recv(buffer, src=peer)
    else:
        dist.recv(buffer, src=peer)
        dist.send(out, dst=peer)
    train.report({"x": buffer.sum().item()})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
