import os
import tempfile

import torch
import torch.nn.functional as F
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn

RUN = RunConfig(failure_config=FailureConfig(max_failures=3))


def step(model, optimizer):
    loss = F.mse_loss(model(torch.ones(8, 1)), torch.zeros(8, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def counted_up_when_saved(config):
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    start = 0
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
        for part, key in ((net, "net"), (optimizer, "optimizer")):
            part.load_state_dict(state[key])
        start = state["next"]
    for epoch in range(start, config["epochs"]):
        loss = step(model, optimizer)
        with tempfile.TemporaryDirectory() as folder:
            state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "next": epoch + 1}
            torch.save(state, os.path.join(folder, "state.pt"))
            train.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))


def in_the_middle_of_an_epoch(config):
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    start, done = 0, 0
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
        net.load_state_dict(state["net"])
        optimizer.load_state_dict(state["optimizer"])
        start, done = state["epoch"], state["batch"] + 1
    for epoch in range(start, config["epochs"]):
        for batch in range(done, config["batches"]):
            loss = step(model, optimizer)
            with tempfile.TemporaryDirectory() as folder:
                state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch, "batch": batch}
                torch.save(state, os.path.join(folder, "state.pt"))
                train.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))
        done = 0


def by_leaving_out_what_is_done(config):
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    done = -1
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
        net.load_state_dict(state["net"])
        optimizer.load_state_dict(state["optimizer"])
        done = state["epoch"]
    for epoch in range(config["epochs"]):
        if epoch <= done:
            continue
        loss = step(model, optimizer)
        with tempfile.TemporaryDirectory() as folder:
            state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
            torch.save(state, os.path.join(folder, "state.pt"))
            train.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))


SCALING = ScalingConfig(num_workers=2)
TorchTrainer(
    counted_up_when_saved, train_loop_config={"epochs": 3, "lr": 0.1}, scaling_config=SCALING, run_config=RUN
).fit()
TorchTrainer(
    in_the_middle_of_an_epoch,
    train_loop_config={"epochs": 3, "batches": 3, "lr": 0.1},
    scaling_config=SCALING,
    run_config=RUN,
).fit()
TorchTrainer(
    by_leaving_out_what_is_done, train_loop_config={"epochs": 3, "lr": 0.1}, scaling_config=SCALING, run_config=RUN
).fit()
