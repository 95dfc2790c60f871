import os
import tempfile

import ray.train.torch
import torch
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(1, 1)

    def forward(self, inputs):
        return self.layer(inputs)


def build():
    return Net()


def save(net, optimizer, epoch, folder):
    state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
    torch.save(state, os.path.join(folder, "state.pt"))


def loop(config):
    net = build().train()
    start = 0
    state = None
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
        net.load_state_dict(state["net"])
        start = state["epoch"] + 1
    net = ray.train.torch.prepare_model(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    if checkpoint:
        optimizer.load_state_dict(state["optimizer"])
    for epoch in range(start, config["epochs"]):
        loss = net(torch.ones(8, 1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            save(net, optimizer, epoch, folder)
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))


def compare(config):
    net = Net()
    wrapped = DDP(net)
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=config["lr"])
    wrapped(torch.ones(8, 1)).square().mean().backward()
    optimizer.step()
    Net().load_state_dict(wrapped.state_dict())
    wrapped.load_state_dict(state_dict=net.state_dict())
    with tempfile.TemporaryDirectory() as folder:
        torch.save(wrapped.state_dict(), f"{folder}/net.pt")
        train.report({"lr": config["lr"]}, checkpoint=Checkpoint.from_directory(folder))


failures = FailureConfig(max_failures=2)
ray.train.torch.TorchTrainer(
    loop,
    train_loop_config={"epochs": 3},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(failure_config=failures),
).fit()
ray.train.torch.TorchTrainer(
    compare, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=4)
).fit()
