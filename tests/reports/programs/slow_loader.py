# about: Data that comes too slowly
# shows: cause slow_data
import time

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, Dataset


class Pictures(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, index):
        time.sleep(0.05)
        return torch.full((4,), float(index))


def train_loop(config):
    model = prepare_model(torch.nn.Linear(4, 1))
    loader = prepare_data_loader(DataLoader(Pictures(), batch_size=4))  # here
    for epoch in range(5):
        for batch in loader:
            model(batch).square().mean().backward()
        train.report({"epoch": epoch})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
