"""One whole GPU for each rank, as nccl wants it."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    device = train.torch.get_device()
    model = train.torch.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(torch.ones(4, 1, device=device)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
