import torch
import torch.nn as nn
from ray import train as rt
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.nn.parallel import DistributedDataParallel as DDP


class Encoder(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.convolution = nn.Conv1d(1, width, 3)
        self.unused_convolution = nn.Conv1d(1, width, 3)
        self.pool = nn.AdaptiveAvgPool1d(1)
        self.unused_pool = nn.AdaptiveMaxPool1d(1)
        self.embedding = nn.Embedding(10, width)
        self.head = nn.Linear(width, 1)

    def forward(self, inputs):
        return self.head(self.pool(self.convolution(inputs)).flatten(1))


def build(width):
    return Encoder(width)


def train_loop(config):
    model = DDP(build(config["width"]))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        loss = model(torch.randn(8, 1, 12)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rt.report({"loss": loss.item()})


TorchTrainer(train_loop, train_loop_config={"width": 4}, scaling_config=ScalingConfig(num_workers=2)).fit()
