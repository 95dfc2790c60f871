import json
import os
import tempfile
from pathlib import Path

import torch
import torch.nn.functional as F
from ray import train as rt
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn

RUN = RunConfig(failure_config=FailureConfig(max_failures=3))


def one_epoch(model, optimizer):
    loss = F.mse_loss(model(torch.ones(8, 1)), torch.zeros(8, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def save(net, optimizer, folder):
    torch.save(net.state_dict(), os.path.join(folder, "net.pt"))
    torch.save(optimizer.state_dict(), os.path.join(folder, "optimizer.pt"))


def loop(config):
    net = nn.Linear(1, 1)
    if (checkpoint := rt.get_checkpoint()) is not None:
        with checkpoint.as_directory() as folder:
            net.load_state_dict(torch.load(Path(folder) / "net.pt", map_location="cpu", weights_only=True))
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for _ in range(config["epochs"]):
        loss = one_epoch(model, optimizer)
        with tempfile.TemporaryDirectory() as folder:
            save(net, optimizer, folder)
            rt.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))


def counting(config):
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    first = 0
    checkpoint = rt.get_checkpoint()
    if checkpoint:
        folder = checkpoint.to_directory()
        state = torch.load(f"{folder}/state.pt", map_location="cpu", weights_only=True)
        net.load_state_dict(state["net"])
        optimizer.load_state_dict(state["optimizer"])
        with open(f"{folder}/epoch.json") as file:
            told = json.load(file)
        first = told["epoch"] + 1
    for epoch in range(first, config["epochs"]):
        loss = one_epoch(model, optimizer)
        with tempfile.TemporaryDirectory() as folder:
            torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict()}, f"{folder}/state.pt")
            with open(f"{folder}/epoch.json", "w") as file:
                json.dump({"epoch": epoch + 1}, file)
            rt.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))


TorchTrainer(
    loop, train_loop_config={"epochs": 3, "lr": 0.1}, scaling_config=ScalingConfig(num_workers=2), run_config=RUN
).fit()
TorchTrainer(
    counting, train_loop_config={"epochs": 3, "lr": 0.1}, scaling_config=ScalingConfig(num_workers=2), run_config=RUN
).fit()
