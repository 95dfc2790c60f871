import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn, optim


def step(model, optimizer, scaler, index):
    loss = nn.functional.mse_loss(model(torch.randn(8, 4)), torch.randn(8, 1))
    scaler.scale(loss).backward()
    if index % 4 == 3:
        scaler.step(optimizer)  # every fourth batch
        scaler.update()
    return loss.item()


def train_loop(config):
    model = prepare_model(nn.Linear(4, 1))
    optimizer = optim.Adam(model.parameters(), lr=config["lr"])
    scheduler = optim.lr_scheduler.StepLR(optimizer, 2)
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(config["epochs"]):
        losses = [step(model, optimizer, scaler, index) for index in range(8)]
        scheduler.step()
        train.report({"loss": sum(losses) / len(losses)})


TorchTrainer(
    train_loop, train_loop_config={"lr": 0.1, "epochs": 2}, scaling_config=ScalingConfig(num_workers=2)
).fit()
