import sys

import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    model = torch.nn.Linear(4, 1)
    model(torch.randn(8, 4)).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=int(sys.argv[1]))).fit()
