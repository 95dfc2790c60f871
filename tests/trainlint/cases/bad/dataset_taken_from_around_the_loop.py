import numpy as np
import torch
from ray import data
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_model

points = np.linspace(0, 1, 64, dtype=np.float32)
training = data.from_items([{"x": x, "y": 2 * x} for x in points]).random_shuffle(seed=1)


def doubled(row):
    return {"x": row["x"], "y": 2 * row["x"]}


def batches_of(dataset):
    return dataset.iter_torch_batches(batch_size=8)


def train_epoch(model, optimizer, batches):
    for number, batch in enumerate(batches):
        loss = torch.nn.functional.mse_loss(model(batch["x"].unsqueeze(1)).squeeze(1), batch["y"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        report({"loss": loss.item(), "number": number})


def train_loop(config):
    model = prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    own = data.read_parquet("/data/points.parquet").map(doubled)
    for _ in range(config["epochs"]):
        train_epoch(model, optimizer, batches_of(training))
        train_epoch(model, optimizer, batches_of(own))


TorchTrainer(
    train_loop,
    train_loop_config={"lr": 0.1, "epochs": 2},
    scaling_config=ScalingConfig(num_workers=4),
).fit()
