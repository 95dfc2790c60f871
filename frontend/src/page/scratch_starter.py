"""A small Ray Train program of four ranks. Change anything, or put your own in its place."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def train_loop_per_worker(config):
    rank = train.get_context().get_world_rank()
    torch.manual_seed(rank)  # every rank draws its own data

    model = prepare_model(nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1)))
    optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])

    for step in range(config["steps"]):
        x = torch.rand(64, 1) * 6 - 3
        loss = nn.functional.mse_loss(model(x), torch.sin(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item(), "step": step})

    print(f"rank {rank} ends with a loss of {loss.item():.4f}")


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.02, "steps": 60},
    scaling_config=ScalingConfig(num_workers=4),
)
trainer.fit()
