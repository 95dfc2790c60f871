import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def evaluate_loop():
    model = torch.nn.Linear(4, 1)
    with torch.no_grad():
        train.report({"mean": model(torch.randn(8, 4)).mean().item()})


TorchTrainer(evaluate_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
