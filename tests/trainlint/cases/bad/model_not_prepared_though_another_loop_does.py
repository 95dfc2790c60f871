import functools

import ray.train.torch
import torch
from ray.train import ScalingConfig


def prepared_loop():
    model = ray.train.torch.prepare_model(torch.nn.Linear(4, 1))
    model(torch.randn(8, 4)).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()


def plain_loop(rate):
    model = torch.nn.Linear(4, 1)
    model(torch.randn(8, 4)).mean().backward()
    torch.optim.SGD(model.parameters(), lr=rate).step()


loop = functools.partial(plain_loop, 0.1)
config = ScalingConfig(num_workers=(2, 8))
ray.train.torch.TorchTrainer(loop, scaling_config=config).fit()
