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


def freeze(model):
    for name, weight in model.named_parameters():
        if "encoder" in name:
            weight.requires_grad = False


def train_loop():
    model = prepare_model(Net())
    freeze(model)
    other = prepare_model(Net())
    other.module.encoder.requires_grad_(False)
    optimizer = torch.optim.SGD([*model.parameters(), *other.parameters()], lr=0.1)
    for _ in range(2):
        loss = (model(torch.randn(8, 4)) - other(torch.randn(8, 4))).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
