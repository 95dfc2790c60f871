import torch
from my_project.models import build_model
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    model = build_model()
    model(torch.randn(8, 4)).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
