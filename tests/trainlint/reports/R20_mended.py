"""Numbers in the configuration; the tensor is made where there is a device."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device


def train_loop(config):
    weights = torch.full((config["size"],), config["start"], device=get_device())
    train.report({"sum": weights.sum().item()})


TorchTrainer(
    train_loop,
    train_loop_config={"size": 8, "start": 1.0},
    scaling_config=ScalingConfig(num_workers=1, use_gpu=True),
).fit()
