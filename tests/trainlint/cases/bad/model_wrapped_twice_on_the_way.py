import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from ray.train.torch import prepare_model as prepare
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def build():
    return DDP(nn.Linear(4, 1))


def fit(model, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


def train_loop(config):
    wrapped = build()
    model = prepare(wrapped)
    fit(model, config["epochs"])


def train_nested(config):
    fit(DDP(module=prepare(nn.Linear(4, 1))), config["epochs"])


TorchTrainer(train_loop, train_loop_config={"epochs": 2}, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(train_nested, train_loop_config={"epochs": 2}, scaling_config=ScalingConfig(num_workers=2)).fit()
