import numpy as np
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, Subset, TensorDataset


class Shard(torch.utils.data.Dataset):
    """The rows of one rank, drawn with a seed of its own."""

    def __init__(self, seed):
        self.rows = np.random.default_rng(seed).standard_normal((64, 4), dtype=np.float32)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


def step(model, optimizer, batch):
    loss = model(batch).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_loop():
    me = train.get_context().get_world_rank()
    size = train.get_context().get_world_size()
    model = train.torch.prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    own = DataLoader(Shard(me), batch_size=8, shuffle=True)
    for batch in own:
        step(model, optimizer, batch)

    rows = TensorDataset(torch.arange(256.0).reshape(64, 4))
    part = 64 // size
    sliced = DataLoader(Subset(rows, range(me * part, (me + 1) * part)), batch_size=8)
    for (batch,) in sliced:
        step(model, optimizer, batch)

    sampler = DistributedSampler(rows, shuffle=False)
    sampled = DataLoader(rows, batch_size=8, sampler=sampler)
    for (batch,) in sampled:
        step(model, optimizer, batch)

    drawn = DataLoader(TensorDataset(torch.randn(64, 4)), batch_size=8)  # no seed: each rank draws others
    for (batch,) in drawn:
        step(model, optimizer, batch)

    looked_at = DataLoader(rows, batch_size=8)
    with torch.no_grad():
        mean = sum(model(batch).mean().item() for (batch,) in looked_at)
    train.report({"mean": mean})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
