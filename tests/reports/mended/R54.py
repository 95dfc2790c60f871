# mends: R54
import ray.train.torch
import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    device = ray.train.torch.get_device()
    model = ray.train.torch.prepare_model(torch.nn.Linear(10, 1))
    inputs, targets = torch.randn(32, 10), torch.randn(32, 1)
    inputs, targets = inputs.to(device), targets.to(device)
    mask = torch.ones(len(inputs), device=device)
    loss = ((model(inputs) - targets).square().mean(1) * mask).mean()
    loss.backward()


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
