import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def accumulate(model, batches):
    for _ in range(batches):
        with torch.autocast("cpu"), model.no_sync():
            loss = model(torch.randn(8, 4)).square().mean()
            loss.backward()


def train_loop():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        accumulate(model, 4)
        optimizer.step()
        optimizer.zero_grad()
        train.report({"epoch": epoch})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
