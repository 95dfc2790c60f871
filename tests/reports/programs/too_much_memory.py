# about: An allocation that cannot be
# shows: cause memory_refused
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    rows = torch.empty(2**46)  # here
    train.report({"rows": len(rows)})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
