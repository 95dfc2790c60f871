import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader, DistributedSampler, IterableDataset, RandomSampler, TensorDataset


class Backwards(DistributedSampler):
    def __iter__(self):
        return reversed(list(super().__iter__()))


class Numbers(IterableDataset):
    def __init__(self, rank):
        self.rank = rank

    def __iter__(self):
        return iter(range(8 * self.rank, 8 * self.rank + 8))


def train_loop(config):
    rows = TensorDataset(torch.linspace(0, 1, 64).unsqueeze(1))
    numbers = Numbers(train.get_context().get_world_rank())
    loaders = [
        prepare_data_loader(DataLoader(numbers, batch_size=8, num_workers=1, persistent_workers=True)),
        prepare_data_loader(DataLoader(rows, batch_size=8, sampler=Backwards(rows), persistent_workers=False)),
        prepare_data_loader(DataLoader(rows, batch_size=8, sampler=RandomSampler(rows))),
        prepare_data_loader(DataLoader(rows, batch_size=8, sampler=None, prefetch_factor=None)),
        prepare_data_loader(DataLoader(rows, batch_size=8, num_workers=2, prefetch_factor=4), add_dist_sampler=False),
        prepare_data_loader(DataLoader(rows, batch_size=8, **config)),
    ]
    train.report({"batches": sum(len(loader) for loader in loaders)})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
