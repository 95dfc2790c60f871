# mends: unused_layer
import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.used = torch.nn.Linear(2, 2)
        self.spare = torch.nn.Linear(2, 2)

    def forward(self, rows):
        return self.used(rows)


def train_loop(config):
    model = Net()
    model = prepare_model(model, parallel_strategy_kwargs={"find_unused_parameters": True})
    for _ in range(3):
        model(torch.randn(4, 2)).sum().backward()


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
