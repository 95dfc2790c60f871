import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def train_loop():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        total = 0.0
        running = 0.0
        validation = 0.0
        parts = []
        for _ in range(4):
            loss = model(torch.randn(8, 4)).square().mean()
            total += loss
            parts.append(loss)
            running += loss.item()
            running += float(loss)
        penalty = torch.stack(parts).var()
        optimizer.zero_grad()
        (total + penalty).backward()
        optimizer.step()
        with torch.no_grad():
            for _ in range(4):
                loss = model(torch.randn(8, 4)).square().mean()
                validation += loss
        train.report({"loss": running / 8, "validation": float(validation) / 4})


def loop_that_detaches():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        total = torch.zeros(())
        for _ in range(4):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            loss = loss.detach()
            total += loss
        train.report({"loss": total.item() / 4})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_that_detaches, scaling_config=ScalingConfig(num_workers=2)).fit()
