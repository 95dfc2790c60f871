import itertools

import numpy as np
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.utils.data import DataLoader, Subset


def read(path):
    return torch.load(path, weights_only=True, map_location="cpu")


def train_loop(config):
    world = train.get_context().get_world_size()
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(4, 1))
    rows = read(config["path"])
    mine = range(rank, len(rows), world)
    for number, (row,) in enumerate(DataLoader(Subset(rows, mine), batch_size=8)):
        model(row).sum().backward()
        print(number)
    part = np.array_split(np.asarray(rows), world)[rank]
    for i in range(len(part)):
        model(torch.from_numpy(part[i])).sum().backward()
    for row in itertools.islice(rows, rank, None, world):
        model(row).sum().backward()
    for (row,) in DataLoader(Subset(rows, list(mine)), batch_size=8, drop_last=True):
        model(row).sum().backward()
    train.report({"rows": len(part)})


TorchTrainer(
    train_loop, train_loop_config={"path": "rows.pt"}, scaling_config=ScalingConfig(num_workers=3)
).fit()
