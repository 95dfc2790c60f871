# mends: begins_again
import os
import tempfile
from pathlib import Path

import torch
from ray import train
from ray.train import FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model

MARK = Path(tempfile.gettempdir(), "failed-once")


def train_loop(config):
    model = prepare_model(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    start = 0
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            state = torch.load(os.path.join(folder, "state.pt"))
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        start = state["epoch"] + 1
    for epoch in range(start, config["epochs"]):
        loss = model(torch.ones(4, 2)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        metrics = {"epoch": epoch, "loss": loss.item()}
        with tempfile.TemporaryDirectory() as folder:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
            torch.save(state, os.path.join(folder, "state.pt"))
            train.report(metrics, checkpoint=train.Checkpoint.from_directory(folder))
        if epoch == 1 and not MARK.exists():
            MARK.write_text("failed once")
            raise ConnectionError("the storage did not answer")


TorchTrainer(
    train_loop,
    train_loop_config={"epochs": 3},
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=1)),
).fit()
