"""A Ray Train program: each rank forks until it is stopped, and every child too."""

import os
import time

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    train.report({"step": 0})
    until = time.monotonic() + 1
    while time.monotonic() < until:
        try:
            if os.fork() == 0:
                os.setsid()
        except OSError:
            pass
    raise RuntimeError("forked enough")


if __name__ == "__main__":
    TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
