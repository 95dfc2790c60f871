"""Numbers are reported, not tensors."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    values = torch.linspace(0, 1, steps=5)
    train.report({"mean": values.mean().item(), "largest": float(values.max())})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=1)).fit()
