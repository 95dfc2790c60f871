"""The batch size that is meant for all ranks together is divided among them."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader, TensorDataset


def train_loop(config):
    batch_size = config["global_batch_size"] // train.get_context().get_world_size()
    rows = TensorDataset(torch.arange(64))
    loader = train.torch.prepare_data_loader(DataLoader(rows, batch_size=batch_size))
    train.report({"steps": len(loader), "batch_size": batch_size})


for workers in (1, 2):
    TorchTrainer(
        train_loop,
        train_loop_config={"global_batch_size": 16},
        scaling_config=ScalingConfig(num_workers=workers),
    ).fit()
