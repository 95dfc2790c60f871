# about: A rank waits until gloo gives up
# shows: cause collective_timed_out
import time

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer


def train_loop(config):
    if train.get_context().get_world_rank() == 0:
        torch.distributed.barrier()  # here
    else:
        time.sleep(8)


TorchTrainer(
    train_loop,
    train_loop_config={},
    torch_config=TorchConfig(backend="gloo", timeout_s=3),
    scaling_config=ScalingConfig(num_workers=2),
).fit()
