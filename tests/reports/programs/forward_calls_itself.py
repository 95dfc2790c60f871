# about: A forward that calls itself
# shows: cause endless_recursion
import torch
from ray import train
from ray.train.torch import TorchTrainer


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 1)

    def forward(self, x):
        return self(x)  # here


def loop(config):
    net = Net()
    train.report({"x": net(torch.ones(1, 2)).item()})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
