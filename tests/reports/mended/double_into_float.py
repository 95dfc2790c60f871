# mends: double_into_float
import numpy as np
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def loop(config):
    inputs, targets = torch.from_numpy(np.random.rand(32, 4)), torch.from_numpy(np.random.rand(32, 1))
    inputs = inputs.float()
    targets = targets.float()  # of a regression
    net = prepare_model(torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1)))
    opt = torch.optim.SGD(net.parameters(), lr=1e-2)
    for _ in range(2):
        loss = ((net(inputs) - targets) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        train.report({"loss": loss.item()})


TorchTrainer(loop, scaling_config=train.ScalingConfig(num_workers=2)).fit()
