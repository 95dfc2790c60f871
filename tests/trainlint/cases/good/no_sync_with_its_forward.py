from contextlib import nullcontext

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loss_of(model, rows):
    return model(rows).square().mean() / 4


def train_loop():
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    before = model(torch.randn(8, 4)).square().mean()
    for part in range(8):
        with model.no_sync() if part % 4 < 3 else nullcontext():
            loss = model(torch.randn(8, 4)).square().mean() / 4
            loss.backward()
        if part % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
    for part in range(8):
        if part % 4 < 3:
            with model.no_sync():
                loss_of(model, torch.randn(8, 4)).backward()
        else:
            loss_of(model, torch.randn(8, 4)).backward()
            optimizer.step()
            optimizer.zero_grad()
    train.report({"loss": loss.item(), "before": before.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
