# about: Ranks that all receive first
# shows: stall nobody_sends
import torch
import torch.distributed as dist
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    buf = torch.zeros(4)
    peer = 1 - dist.get_rank()
    dist.recv(buf, src=peer)  # here
    dist.send(torch.ones(4), dst=peer)
    train.report({"x": 1})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
