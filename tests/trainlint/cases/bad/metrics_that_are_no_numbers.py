import torch
from ray import train


def evaluate(model):
    return 0.5


def train_loop():
    losses = []
    for epoch in range(3):
        loss = torch.rand(8).mean()
        losses.append(loss.item())
        train.report({"epoch": epoch, "loss": loss.item, "accuracy": evaluate})
        train.report({"losses": losses, "per_class": [0.5, 0.25], "loss": loss.item()})
