"""`prepare_model` knows the device of the rank, and that a CPU has no number."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop():
    model = prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(torch.rand(4, 1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
