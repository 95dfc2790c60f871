import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)
        self.head = nn.Linear(2, 1)

    def forward(self, inputs):
        return self.head(self.encoder(inputs))

    def penalty(self):
        return self.encoder.weight.square().sum()


def loss_of(model, inputs):
    return model(inputs).square().mean() + model.penalty()


def train_loop():
    model = prepare_model(Net())
    layers = DDP(nn.Sequential(nn.Linear(4, 4), nn.ReLU()))
    optimizer = torch.optim.SGD([{"params": model.head.parameters()}, {"params": layers.parameters()}], lr=0.1)
    for _ in range(2):
        loss = loss_of(model, layers(torch.randn(8, 4)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item(), "weight": layers[0].weight.mean().item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
