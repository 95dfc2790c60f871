# about: Numbers of numpy's format in a model of torch's
# shows: cause number_formats_differ
import numpy as np
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def loop(config):
    x = np.random.rand(32, 4)
    y = np.random.rand(32, 1)
    net = prepare_model(torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1)))
    opt = torch.optim.SGD(net.parameters(), lr=1e-2)
    for _ in range(2):
        out = net(torch.from_numpy(x))  # here
        loss = ((out - torch.from_numpy(y)) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        train.report({"loss": loss.item()})


TorchTrainer(loop, scaling_config=train.ScalingConfig(num_workers=2)).fit()
