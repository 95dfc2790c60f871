import tempfile
from functools import partial
from pathlib import Path

import torch
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig, get_checkpoint
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def step(model, optimizer):
    loss = model(torch.ones(8, 1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def announce():
    if (latest := get_checkpoint()) is not None:
        print(f"resuming from {latest.path}")
        with latest.as_directory() as folder:
            print(folder)


def loop(lr, config):
    announce()
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(config["epochs"]):
        loss = step(model, optimizer)
        with tempfile.TemporaryDirectory() as folder:
            torch.save(net.state_dict(), Path(folder, "net.pt"))
            train.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))


TorchTrainer(
    partial(loop, 0.1),
    train_loop_config={"epochs": 3},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
).fit()
