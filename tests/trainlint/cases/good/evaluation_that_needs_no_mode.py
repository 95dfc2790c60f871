import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def loop_without_such_layers():
    model = prepare_model(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for _ in range(4):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            error = model(torch.randn(64, 4)).square().mean()
        train.report({"error": error.item()})


def loop_with_targets_of_its_own():
    model = prepare_model(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        with torch.no_grad():
            targets = model(torch.randn(8, 4))
        loss = (model(torch.randn(8, 4)) - targets).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


def loop_evaluated_at_its_end():
    model = prepare_model(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})
    model.eval()
    with torch.no_grad():
        error = model(torch.randn(64, 4)).square().mean()
    train.report({"error": error.item()})


TorchTrainer(loop_without_such_layers, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_with_targets_of_its_own, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_evaluated_at_its_end, scaling_config=ScalingConfig(num_workers=2)).fit()
