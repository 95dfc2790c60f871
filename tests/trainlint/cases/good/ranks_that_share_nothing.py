import os
import random
import tempfile

import torch
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def save_own(folder, rank):
    torch.save({"rank": rank, "python": random.getstate()}, os.path.join(folder, f"random-{rank}.pt"))


def save_shared(folder, net):
    torch.save(net.state_dict(), os.path.join(folder, "net.pt"))


def loop(config):
    rank = train.get_context().get_world_rank()
    torch.manual_seed(config["seed"])
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for epoch in range(config["epochs"]):
        loss = model(torch.ones(8, 1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            save_own(folder, rank)
            save_shared(folder, net)
            torch.save({"epoch": epoch, "torch": torch.get_rng_state()}, os.path.join(folder, "shared.pt"))
            if rank == 0:
                torch.save({"saved_by": rank}, os.path.join(folder, "who.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))


def only_rank_zero(config):
    rank = train.get_context().get_world_rank()
    folder = "/tmp/of-rank-zero"
    for step in range(config["steps"]):
        checkpoint = None
        if rank == 0:
            os.makedirs(folder, exist_ok=True)
            torch.save({"step": step, "rank": rank}, os.path.join(folder, "step.pt"))
            checkpoint = Checkpoint.from_directory(folder)
        train.report({"step": step}, checkpoint=checkpoint)


def by_rank(config):
    rank = train.get_context().get_world_rank()
    folder = f"/tmp/of-rank-{rank}"
    for step in range(config["steps"]):
        os.makedirs(folder, exist_ok=True)
        torch.save({"step": step}, os.path.join(folder, f"step-{rank}.pt"))
        train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))


SCALING = ScalingConfig(num_workers=2)
TorchTrainer(loop, train_loop_config={"epochs": 3, "seed": 1, "lr": 0.1}, scaling_config=SCALING).fit()
TorchTrainer(only_rank_zero, train_loop_config={"steps": 3}, scaling_config=SCALING).fit()
TorchTrainer(by_rank, train_loop_config={"steps": 3}, scaling_config=SCALING).fit()
