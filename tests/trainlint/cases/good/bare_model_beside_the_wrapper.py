import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)
        self.decoder = nn.Linear(2, 4)

    def forward(self, inputs):
        return self.decoder(self.encoder(inputs))

    def penalty(self):
        return self.encoder.weight.square().sum()


def build():
    return nn.Linear(4, 4)


def train_loop(config):
    net = Autoencoder()
    model = prepare_model(net)
    teacher = build()
    head = build()
    head = prepare_model(head)
    optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=config["lr"])
    for _ in range(config["epochs"]):
        inputs = torch.randn(8, 4)
        with torch.no_grad():
            targets = model.module(inputs)
            hints = teacher(inputs)
        loss = (model(inputs) - inputs).square().mean() + 0.01 * model.module.penalty()
        loss = loss + (head(targets) - hints).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.eval()
        with torch.no_grad():
            error = (net(inputs) - inputs).square().mean()
        net.train()
        train.report({"loss": loss.item(), "error": error.item()})


TorchTrainer(
    train_loop,
    train_loop_config={"lr": 0.1, "epochs": 2},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
