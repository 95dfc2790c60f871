import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train_loop(config):
    model = nn.Linear(4, 1)
    teacher = prepare_model(nn.Linear(4, 1), parallel_strategy=None)
    teacher = DistributedDataParallel(teacher)
    prepare_model(teacher, parallel_strategy=None)
    if config["by_hand"]:
        model = DistributedDataParallel(model)
    else:
        model = prepare_model(model)
    optimizer = torch.optim.SGD([*model.parameters(), *teacher.parameters()], lr=0.1)
    for _ in range(config["epochs"]):
        inputs = torch.randn(8, 4)
        loss = (model(inputs) - teacher(inputs)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(
    train_loop,
    train_loop_config={"epochs": 2, "by_hand": True},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
