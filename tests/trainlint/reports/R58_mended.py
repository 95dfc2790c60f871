"""The wrapper averages gradients, so the ranks end with the same weights."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    model = train.torch.prepare_model(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        optimizer.zero_grad()
        model(torch.randn(4, 2)).square().mean().backward()
        optimizer.step()
    total = sum(parameter.detach().sum() for parameter in model.parameters())
    train.report({"checksum": float(total)})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
