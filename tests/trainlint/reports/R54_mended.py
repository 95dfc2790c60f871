"""Inputs and targets go to the device of this rank."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device, prepare_model


def train_loop():
    device = get_device()
    model = prepare_model(torch.nn.Linear(10, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(5):
        inputs = torch.randn(32, 10, device=device)
        targets = torch.randn(32, 1).to(device)
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=1, use_gpu=True)).fit()
