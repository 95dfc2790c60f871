import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn
from training_helpers import clear


def loop_that_sets_none():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for parameter in model.parameters():
            parameter.grad = None
        loss = model(torch.randn(8, 4)).square().mean()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


def loop_with_a_helper_from_elsewhere():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        loss = model(torch.randn(8, 4)).square().mean()
        loss.backward()
        optimizer.step()
        clear(optimizer)
        train.report({"loss": loss.item()})


def loop_of_one_step():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(torch.randn(8, 4)).square().mean()
    loss.backward()
    optimizer.step()
    train.report({"loss": loss.item()})


config = ScalingConfig(num_workers=2)
TorchTrainer(loop_that_sets_none, scaling_config=config).fit()
TorchTrainer(loop_with_a_helper_from_elsewhere, scaling_config=config).fit()
TorchTrainer(loop_of_one_step, scaling_config=config).fit()
