import torch
from my_project.wrapping import make_parallel
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    model = torch.nn.Linear(4, 1)
    model = make_parallel(model)
    model(torch.randn(8, 4)).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
