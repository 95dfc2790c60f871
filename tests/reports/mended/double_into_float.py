# mends: double_into_float
import numpy as np
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def loop(config):
    array = np.random.rand(32, 4)
    labels = torch.arange(32) % 3
    inputs = torch.from_numpy(array).float()
    labels = labels.long()
    net = prepare_model(torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3)))
    opt = torch.optim.SGD(net.parameters(), lr=1e-2)
    for _ in range(2):
        loss = torch.nn.functional.cross_entropy(net(inputs), labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
        train.report({"loss": loss.item()})


TorchTrainer(loop, scaling_config=train.ScalingConfig(num_workers=2)).fit()
