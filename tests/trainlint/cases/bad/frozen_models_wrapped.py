import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train_loop():
    encoder = nn.Linear(4, 4)
    for weight in encoder.parameters():
        weight.requires_grad = False
    encoder = prepare_model(encoder, move_to_device=True)
    teacher = DistributedDataParallel(nn.Linear(4, 1).requires_grad_(False))
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        inputs = encoder(torch.randn(8, 4))
        loss = (model(inputs) - teacher(inputs)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
