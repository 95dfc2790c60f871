# about: A rank that is one too many
# shows: cause rank_not_there
import torch
import torch.distributed as dist
from ray import train
from ray.train.torch import TorchTrainer


def ring(config):
    r, n = dist.get_rank(), dist.get_world_size()
    t = torch.full((3,), float(r))
    if r == 0:
        dist.broadcast(t, src=n)  # here
    else:
        dist.broadcast(t, src=n)
    train.report({"t": t.sum().item()})


TorchTrainer(ring, scaling_config=train.ScalingConfig(num_workers=2)).fit()
