import os
import tempfile

import torch
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def unwrapped(model):
    return model.module if isinstance(model, nn.parallel.DistributedDataParallel) else model


def loop(config):
    generator = nn.Linear(1, 1)
    critic = prepare_model(nn.Linear(1, 1))
    checkpoint = train.get_checkpoint()
    start = 0
    if checkpoint:
        with checkpoint.as_directory() as folder:
            state = torch.load(os.path.join(folder, "critic.pt"), map_location="cpu", weights_only=True)
            critic.load_state_dict(state["model"])
            start = state["epoch"] + 1
            generator.load_state_dict(
                torch.load(os.path.join(folder, "generator.pt"), map_location="cpu", weights_only=True)["model"]
            )
    generator = prepare_model(generator)
    optimizer = torch.optim.SGD([*critic.parameters(), *generator.parameters()], lr=config["lr"])
    for epoch in range(start, config["epochs"]):
        loss = critic(generator(torch.ones(8, 1))).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save({"model": critic.state_dict(), "epoch": epoch}, os.path.join(folder, "critic.pt"))
            torch.save({"model": unwrapped(generator).state_dict()}, os.path.join(folder, "generator.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))


TorchTrainer(
    loop,
    train_loop_config={"epochs": 3, "lr": 0.1},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
).fit()
