# about: A rank that the others wait for
# shows: cause slow_rank
import time

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(8):
        if rank == 1:
            time.sleep(0.5)  # here
        loss = model(torch.randn(4, 2)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"step": step})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
