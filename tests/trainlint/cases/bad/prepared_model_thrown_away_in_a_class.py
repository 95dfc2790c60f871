import torch
from ray import train
from ray.train import ScalingConfig
from ray.train import torch as ray_torch
from torch import nn


class Run:
    def __init__(self, rate):
        self.model = nn.Linear(4, 1)
        ray_torch.prepare_model(self.model)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=rate)

    def step(self):
        loss = self.model(torch.randn(8, 4)).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def train_loop(config):
    run = Run(config["rate"])
    for _ in range(config["epochs"]):
        train.report({"loss": run.step()})


ray_torch.TorchTrainer(
    train_loop,
    train_loop_config={"epochs": 2, "rate": 0.1},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
