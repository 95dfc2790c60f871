import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)
        self.head = nn.Linear(2, 1)

    def forward(self, inputs):
        return self.head(self.encoder(inputs))


def loop_frozen_before():
    net = Net()
    for weight in net.encoder.parameters():
        weight.requires_grad = False
    pretrained = Net()
    for weight in pretrained.parameters():
        weight.requires_grad = False
    pretrained.head = nn.Linear(2, 1)
    teacher = Net().requires_grad_(False)
    teacher = prepare_model(teacher, parallel_strategy=None)
    model = prepare_model(net)
    pretrained = prepare_model(pretrained)
    optimizer = torch.optim.SGD([*model.parameters(), *pretrained.parameters()], lr=0.1)
    for _ in range(2):
        inputs = torch.randn(8, 4)
        loss = (model(inputs) - teacher(inputs)).square().mean() + pretrained(inputs).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


def loop_that_is_told():
    model = prepare_model(Net(), parallel_strategy_kwargs={"find_unused_parameters": True})
    model.module.encoder.requires_grad_(False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(loop_frozen_before, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_that_is_told, scaling_config=ScalingConfig(num_workers=2)).fit()
