import os
import tempfile

import torch
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


class Training:
    def __init__(self, config):
        self.config = config
        self.net = nn.Linear(1, 1)
        self.model = prepare_model(self.net)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=config["lr"])
        self.start = 0

    def resume(self):
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
            self.net.load_state_dict(state["model"])
            self.start = state["epoch"]

    def save(self, epoch):
        with tempfile.TemporaryDirectory() as folder:
            state = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "epoch": epoch}
            torch.save(state, os.path.join(folder, "state.pt"))
            return Checkpoint.from_directory(folder)

    def run(self):
        self.resume()
        for epoch in range(self.start, self.config["epochs"]):
            loss = self.model(torch.ones(8, 1)).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            train.report({"loss": loss.item()}, checkpoint=self.save(epoch))


def loop(config):
    Training(config).run()


TorchTrainer(
    loop,
    train_loop_config={"epochs": 3, "lr": 0.1},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
).fit()
