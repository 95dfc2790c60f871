import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 1)

    def forward(self, inputs):
        for layer in self.children():
            inputs = layer(inputs)
        return inputs


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.small = nn.Linear(4, 1)
        self.large = nn.Linear(4, 1)

    def forward(self, inputs, which):
        return getattr(self, which)(inputs)


class Partly(nn.Module):
    def __init__(self):
        super().__init__()
        self.used = nn.Linear(4, 1)
        self.spare = nn.Linear(4, 1)

    def forward(self, inputs):
        return self.used(inputs)


def train_loop():
    stack = prepare_model(Stack())
    named = prepare_model(Named(), parallel_strategy_kwargs={"static_graph": True})
    partly = prepare_model(Partly(), parallel_strategy_kwargs={"find_unused_parameters": True})
    models = [stack, named, partly]
    optimizer = torch.optim.SGD([weight for model in models for weight in model.parameters()], lr=0.1)
    for _ in range(2):
        inputs = torch.randn(8, 4)
        loss = (stack(inputs) + named(inputs, "small") + partly(inputs)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
