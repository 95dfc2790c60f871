import copy

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.nn.utils import clip_grad_norm_


def train_loop(config):
    rank = train.get_context().get_world_rank()
    plain = torch.nn.Linear(4, 1)
    if rank == 0:
        plain.load_state_dict(config["weights"])  # which prepare_model sends to all
    model = prepare_model(plain)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    average = copy.deepcopy(plain)
    for epoch in range(3):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        if epoch % 2 == 0:
            clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if rank == 0:
            average.load_state_dict(model.module.state_dict())
            print(f"epoch {epoch}: {loss.item()}")
        train.report({"loss": loss.item()})


weights = torch.nn.Linear(4, 1).state_dict()
TorchTrainer(
    train_loop, train_loop_config={"weights": weights}, scaling_config=ScalingConfig(num_workers=2)
).fit()
