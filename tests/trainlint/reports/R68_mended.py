"""A loop ends by returning."""

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch in range(config["epochs"]):
        train.report({"epoch": epoch})
        if epoch == config["last_epoch"]:
            return


TorchTrainer(
    train_loop,
    train_loop_config={"epochs": 10, "last_epoch": 2},
    scaling_config=ScalingConfig(num_workers=1),
).fit()
