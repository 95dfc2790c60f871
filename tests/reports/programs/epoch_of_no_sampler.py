# about: set_epoch with one worker
# shows: cause no_set_epoch
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader, TensorDataset


def train_func(config):
    loader = prepare_data_loader(DataLoader(TensorDataset(torch.arange(16.0)), batch_size=4, shuffle=True))
    for epoch in range(2):
        loader.sampler.set_epoch(epoch)  # here
        train.report({"batches": len(list(loader))})


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
