import tempfile
from pathlib import Path

import numpy as np
import torch
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def loop(config):
    net = nn.Linear(1, 1)
    model = prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for epoch in range(config["epochs"]):
        loss = model(torch.ones(8, 1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(net, Path(folder, "model.pt"))
            state = {"model": net.state_dict(), "mean": float(np.mean([loss.item()])), "epoch": epoch}
            torch.save(state, Path(folder, "state.pt"))
            state = {"model": net.state_dict()}
            state["config"] = config["object"]
            torch.save(state, Path(folder, "other.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))


result = TorchTrainer(
    loop,
    train_loop_config={"epochs": 3, "lr": 0.1, "object": "any"},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
with result.checkpoint.as_directory() as directory:
    print(torch.load(Path(directory, "model.pt"), map_location="cpu", weights_only=False))
    print(torch.load(Path(directory, "state.pt"), map_location="cpu")["mean"])
    print(torch.load(Path(directory, "other.pt"), map_location="cpu", weights_only=False)["config"])
    print(torch.load(Path(directory, "from_elsewhere.pt"), map_location="cpu", weights_only=False))
