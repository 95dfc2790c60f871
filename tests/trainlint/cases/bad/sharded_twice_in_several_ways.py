import os

import torch
import torch.distributed as dist
from ray import train
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, Dataset, DistributedSampler, Subset


class Squares(Dataset):
    def __init__(self, numbers):
        rank = dist.get_rank()
        self.numbers = [number for number in numbers if number % dist.get_world_size() == rank]

    def __len__(self):
        return len(self.numbers)

    def __getitem__(self, index):
        return torch.tensor([float(self.numbers[index])])


def fit(model, optimizer, inputs):
    loss = model(inputs).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_loop():
    rank = int(os.environ["RANK"])
    world_size = int(os.environ["WORLD_SIZE"])
    model = prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    squares = DataLoader(Squares(range(64)), batch_size=8)
    for inputs in prepare_data_loader(squares):
        fit(model, optimizer, inputs)

    rows = torch.arange(64.0).unsqueeze(1)
    part = Subset(rows, range(rank, 64, world_size))
    sampled = DataLoader(part, batch_size=8, sampler=DistributedSampler(part, shuffle=False))
    for inputs in sampled:
        fit(model, optimizer, inputs)

    shard = train.get_dataset_shard("train")
    for number, batch in enumerate(shard.iter_torch_batches(batch_size=8)):
        if number % world_size != rank:
            continue
        fit(model, optimizer, batch["x"].unsqueeze(1))
    train.report({"done": 1})


def main(rows):
    TorchTrainer(train_loop, datasets={"train": rows}, scaling_config=train.ScalingConfig(num_workers=4)).fit()
