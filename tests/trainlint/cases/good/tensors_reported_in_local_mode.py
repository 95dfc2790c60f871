import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": torch.zeros(()).mean()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=0)).fit()
