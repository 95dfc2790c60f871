import numpy as np
import torch
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_model


def make_batch(generator, count):
    inputs = torch.rand(count, 4, generator=generator)
    return inputs, inputs.sum(dim=1, keepdim=True)


def make_rows(seed):
    random = np.random.default_rng(seed)
    return torch.from_numpy(random.standard_normal((64, 4), dtype=np.float32))


def train_step(model, optimizer, inputs, targets):
    loss = torch.nn.functional.mse_loss(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def first_loop(config):
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    generator = torch.Generator().manual_seed(config["seed"])
    for _ in range(config["steps"]):
        inputs, targets = make_batch(generator, 8)
        report({"loss": train_step(model, optimizer, inputs, targets)})


def second_loop():
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows = make_rows(seed=1)
    for _ in range(10):
        loss = model(rows).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        report({"loss": loss.item()})


workers = ScalingConfig(num_workers=2)
TorchTrainer(first_loop, train_loop_config={"lr": 0.1, "steps": 10, "seed": 3}, scaling_config=workers).fit()
TorchTrainer(second_loop, scaling_config=workers).fit()
