import math
import time

import torch
import torch.nn.functional as F
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset


def make_loader():
    dataset = TensorDataset(torch.randn(10, 3), torch.randn(10, 1))
    return prepare_data_loader(DataLoader(dataset, batch_size=2, shuffle=True))


def evaluate(model, batches):
    total, count = 0.0, 0
    with torch.no_grad():
        for x, y in batches:
            total += F.mse_loss(model(x), y).item()
            count += 1
    return total / count


def early_stopping(model, loader):
    best, bad = float("inf"), 0
    for epoch in range(10):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            if not torch.isfinite(loss):
                continue
            loss.backward()
        value = evaluate(model, loader)
        train.report({"value": value})
        if value < best:
            best, bad = value, 0
        else:
            bad += 1
            if bad >= 3:
                break


def against_the_clock(model, loader):
    start = time.monotonic()
    while time.monotonic() - start < 60:
        losses = []
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            loss.backward()
            losses.append(loss.item())
        mean = sum(losses) / len(losses)
        if math.isnan(mean):
            return
        if mean < 0.5:
            train.report({"mean": mean})


def train_loop():
    model = prepare_model(torch.nn.Linear(3, 1))
    loader = make_loader()
    early_stopping(model, loader)
    against_the_clock(model, loader)


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
