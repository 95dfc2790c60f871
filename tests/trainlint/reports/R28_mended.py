"""Options of DistributedDataParallel go through `parallel_strategy_kwargs`."""

import torch
import torch.nn as nn
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_model


def train_loop():
    model = prepare_model(nn.Linear(1, 1), parallel_strategy_kwargs={"find_unused_parameters": True})
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(3):
        loss = model(torch.rand(8, 1)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
