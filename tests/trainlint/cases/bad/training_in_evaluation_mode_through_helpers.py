import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def train_epoch(model, optimizer):
    for _ in range(4):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def evaluate(model):
    model.eval()
    with torch.no_grad():
        return model(torch.randn(64, 4)).square().mean().item()


def train_loop():
    model = prepare_model(nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        train_epoch(model, optimizer)
        error = evaluate(model)
        train.report({"error": error})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
