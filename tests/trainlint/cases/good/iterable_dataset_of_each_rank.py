import os

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, IterableDataset


class ByEnvironment(IterableDataset):
    def __iter__(self):
        rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
        for number in range(rank, 64, ranks):
            yield torch.tensor([float(number)])


class OfAShard(IterableDataset):
    def __init__(self, shard):
        self.shard = shard

    def __iter__(self):
        for row in self.shard.iter_rows():
            yield torch.tensor([float(row["id"])])


class Noise(IterableDataset):
    """Each rank draws its own."""

    def __iter__(self):
        for _ in range(64):
            yield torch.randn(1)


def fit(model, optimizer, inputs):
    loss = model(inputs).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_loop():
    model = prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in prepare_data_loader(DataLoader(ByEnvironment(), batch_size=8)):
        fit(model, optimizer, batch)
    for batch in DataLoader(Noise(), batch_size=8):
        fit(model, optimizer, batch)
    loader = DataLoader(OfAShard(train.get_dataset_shard("train")), batch_size=8)
    for batch in loader:
        fit(model, optimizer, batch)
    train.report({"done": 1})


def main(rows):
    TorchTrainer(train_loop, datasets={"train": rows}, scaling_config=ScalingConfig(num_workers=2)).fit()
