import time

import torch
from ray import train


class Meter:
    item = 0.5


def evaluate(model):
    return 0.5


def train_loop():
    losses = []
    meter = Meter()
    evaluation = evaluate(None)
    for epoch in range(3):
        loss = torch.rand(8).mean()
        losses.append(loss.item())
        began = time.time()
        losses_of_all = losses if epoch else sum(losses)
        train.report({"loss": loss.item(), "accuracy": evaluation, "meter": meter.item, "began": began})
        train.report({"loss": sum(losses) / len(losses), "accuracy": losses[-1], "began": losses_of_all})
