import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def loop_with_a_list():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        losses = []
        for _ in range(10):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            (loss / 4).backward()
            optimizer.step()
            losses.append(loss)
        train.report({"loss": torch.stack(losses).mean().item()})


def loop_that_averages():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        total = torch.zeros(())
        for _ in range(10):
            inputs = torch.randn(8, 4)
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss * len(inputs)
        dist.all_reduce(total)
        train.report({"loss": total.item() / 80 / dist.get_world_size()})


def loop_that_spells_it_out():
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        total = 0.0
        for _ in range(10):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total = total + loss
        train.report({"loss": float(total) / 10})


TorchTrainer(loop_that_spells_it_out, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_with_a_list, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_that_averages, scaling_config=ScalingConfig(num_workers=2)).fit()
