import torch
import torch.nn.functional as F
from ray import train as rt
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def evaluate(model, criterion):
    with torch.no_grad():
        losses = [criterion(model(torch.randn(8, 4)), torch.randn(8, 1)) for _ in range(3)]
    return torch.stack(losses).mean()


def train_loop(config):
    model = prepare_model(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)))
    criterion = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for epoch in range(2):
        seen = 0.0
        for _ in range(4):
            outputs, targets = model(torch.randn(8, 4)), torch.randn(8, 1)
            loss = criterion(outputs, targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                seen += F.l1_loss(outputs, targets)
        metrics = {"epoch": epoch, "seen": seen / 4, "parts": {"last": loss, "all": outputs.mean(dim=0)}}
        metrics["eval"] = evaluate(model, criterion)
        metrics["eval_epoch"] = epoch
        rt.report(metrics)
    return {"loss": loss}


TorchTrainer(train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)).fit()
