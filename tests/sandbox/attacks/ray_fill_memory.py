"""A Ray Train program: one rank takes memory until it is stopped."""

import os

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    train.report({"step": 0})
    if train.get_context().get_world_rank() == 1:
        held = []
        while True:
            held.append(bytearray(os.urandom(2**20)) * 16)


if __name__ == "__main__":
    TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
