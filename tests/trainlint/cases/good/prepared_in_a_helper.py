import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def build_model():
    return train.torch.prepare_model(torch.nn.Linear(4, 1))


def train_loop():
    model = build_model()
    model(torch.randn(8, 4)).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
