import tempfile
from pathlib import Path

import torch
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def restore(net, optimizer, folder):
    net.load_state_dict(torch.load(Path(folder, "net.pt"), map_location="cpu", weights_only=True))
    optimizer.load_state_dict(torch.load(Path(folder, "optimizer.pt"), map_location="cpu", weights_only=True))
    return int(Path(folder, "epoch.txt").read_text()) + 1


def loop(config):
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    start = 0
    if train.get_checkpoint() is None:
        print("a fresh start")
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            start = restore(net, optimizer, folder)
    for epoch in range(start, config["epochs"]):
        loss = model(torch.ones(8, 1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(net.state_dict(), Path(folder, "net.pt"))
            torch.save(optimizer.state_dict(), Path(folder, "optimizer.pt"))
            Path(folder, "epoch.txt").write_text(str(epoch))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))


def counting_loop():
    checkpoint = train.get_checkpoint()
    step = 0
    if checkpoint:
        with checkpoint.as_directory() as folder:
            step = int(Path(folder, "step").read_text())
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "step").write_text(str(step + 1))
        train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))


RUN = RunConfig(failure_config=FailureConfig(max_failures=2))
TorchTrainer(
    loop, train_loop_config={"epochs": 3, "lr": 0.1}, scaling_config=ScalingConfig(num_workers=2), run_config=RUN
).fit()
TorchTrainer(counting_loop, scaling_config=ScalingConfig(num_workers=2), run_config=RUN).fit()
