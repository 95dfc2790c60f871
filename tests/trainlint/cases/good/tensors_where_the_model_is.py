import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch import nn


def moved():
    device = train.torch.get_device()
    model = train.torch.prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    inputs = torch.randn(8, 4)
    inputs = inputs.to(device)
    targets = torch.ones(8, 1)
    targets = targets.cuda(non_blocking=True)
    loss = nn.functional.mse_loss(model(inputs), targets)
    loss = loss + nn.functional.mse_loss(model(inputs).cpu(), torch.ones(8, 1))
    loss = loss + nn.functional.mse_loss(model(inputs).mean(), torch.tensor(1.0))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def on_cpu():
    model = train.torch.prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = nn.functional.mse_loss(model(torch.randn(8, 4)), torch.ones(8, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


TorchTrainer(moved, scaling_config=ScalingConfig(num_workers=1, use_gpu=True)).fit()
TorchTrainer(on_cpu, scaling_config=ScalingConfig(num_workers=2, use_gpu=False)).fit()
TorchTrainer(on_cpu, scaling_config=ScalingConfig(num_workers=1)).fit()
