import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def loop_with_hooks():
    model = prepare_model(nn.Linear(4, 1))
    optimizers = {weight: torch.optim.SGD([weight], lr=0.1) for weight in model.parameters()}

    def step(weight):
        optimizers[weight].step()
        optimizers[weight].zero_grad()

    for weight in model.parameters():
        weight.register_post_accumulate_grad_hook(step)
    for _ in range(2):
        loss = model(torch.randn(8, 4)).square().mean()
        loss.backward()
        train.report({"loss": loss.item()})


def loop_with_a_scaler():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(2):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        train.report({"loss": loss.item()})


def loop_that_measures_gradients():
    model = prepare_model(nn.Linear(4, 1))
    loss = model(torch.randn(8, 4)).square().mean()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    train.report({"norm": norm.item()})


TorchTrainer(loop_with_hooks, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_with_a_scaler, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_that_measures_gradients, scaling_config=ScalingConfig(num_workers=2)).fit()
