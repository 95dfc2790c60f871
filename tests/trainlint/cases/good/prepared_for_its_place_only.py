import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn

PREPARED = {}


def wrapped(module):
    return prepare_model(module)


def train_loop(config):
    teacher = nn.Linear(4, 1)
    prepare_model(teacher, parallel_strategy=None)
    model = wrapped(nn.Linear(4, 1))
    PREPARED["critic"] = prepare_model(nn.Linear(4, 1))
    critic = PREPARED["critic"]
    optimizer = torch.optim.SGD([*model.parameters(), *critic.parameters()], lr=config["lr"])
    for _ in range(config["epochs"]):
        inputs = torch.randn(8, 4)
        with torch.no_grad():
            targets = teacher(inputs)
        loss = (critic(inputs) - targets).square().mean() + (model(inputs) - targets).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(
    train_loop, train_loop_config={"epochs": 2, "lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)
).fit()
