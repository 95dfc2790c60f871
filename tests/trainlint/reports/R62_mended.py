"""A loop with one parameter and no default for it gets the configuration."""

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"lr": config["lr"]})


TorchTrainer(
    train_loop,
    train_loop_config={"lr": 0.1},
    scaling_config=ScalingConfig(num_workers=1),
).fit()
