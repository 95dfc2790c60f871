import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def train_loop():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        loss = model(torch.randn(8, 4)).square().mean()
        with model.no_sync():  # the forward pass decides, and it ran outside
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        train.report({"epoch": epoch})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
