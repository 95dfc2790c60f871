# report: R48
# about: A stream that is not divided
# shows: lint RTL123
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader, IterableDataset


class Numbers(IterableDataset):
    def __iter__(self):
        for number in range(12):
            yield torch.tensor([float(number)])


def train_loop(config):
    loader = prepare_data_loader(DataLoader(Numbers(), batch_size=3))  # here
    seen = [batch.sum().item() for batch in loader]
    train.report({"seen": sum(seen)})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
