import numpy as np
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn
from torchmetrics.aggregation import MeanMetric


def mean(values):
    return sum(values) / len(values)


def train_loop(config):
    model = prepare_model(nn.Linear(4, 1))
    criterion = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    metric = MeanMetric()
    for epoch in range(2):
        total = 0.0
        losses = []
        for _ in range(4):
            outputs, targets = model(torch.randn(8, 4)), torch.randn(8, 1)
            loss = criterion(outputs, targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            loss = loss.detach().item()
            losses.append(loss)
            total += loss
            metric.update(loss)
        metrics = {"loss": loss, "total": total, "outputs": outputs.mean(), "best": torch.tensor(losses).min()}
        metrics = {key: float(value) for key, value in metrics.items()}
        more = {"error": criterion(outputs, targets), "epoch": epoch}
        more["error"] = more["error"].item()
        numbers = {"median": torch.tensor(losses).median()}
        for key in numbers:
            numbers[key] = float(numbers[key])
        array = np.array(losses).mean()
        train.report(
            {
                **metrics,
                **more,
                **numbers,
                "shape": list(outputs.shape),
                "size": outputs.numel(),
                "mean": mean(losses),
                "array": float(array),
                "matches": (outputs > targets).sum().item(),
                "metric": metric.compute().item(),
            }
        )
        train.report(more)
        train.report(numbers)
    return {"loss": total}


TorchTrainer(train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)).fit()
