"""A Ray Train program: each rank forks until it is refused, and every child too."""

import os
import time

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    train.report({"step": 0})
    refused = 0
    until = time.monotonic() + 20
    while time.monotonic() < until and refused < 50:
        try:
            if os.fork() == 0:
                os.setsid()
        except OSError:
            refused += 1
    raise RuntimeError("forked enough")


if __name__ == "__main__":
    TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
