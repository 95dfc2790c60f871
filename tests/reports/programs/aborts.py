# about: A worker that aborts
# shows: cause crashed
import os

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"step": 0})
    if train.get_context().get_world_rank() == 1:
        os.abort()  # here
    train.report({"step": 1})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
