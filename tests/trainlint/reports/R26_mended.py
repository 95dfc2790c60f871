"""Metrics are one dict."""

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    for epoch in range(3):
        train.report({"loss": 1.0 / (epoch + 1), "epoch": epoch})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
