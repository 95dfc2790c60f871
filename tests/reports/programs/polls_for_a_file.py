# about: A rank that waits for a file that nobody writes
# shows: stall polling
import time
from pathlib import Path

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_func(config):
    rank = train.get_context().get_world_rank()
    prepared = Path(f"/tmp/prepared-{rank}")
    if rank == 0:
        prepared.touch()
    else:
        while not prepared.exists():  # here: stall
            time.sleep(0.1)
    torch.distributed.barrier()
    train.report({"prepared": 1})


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
