# report: R52
# about: A batch size that is meant for all ranks
# shows: lint RTL124
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader, TensorDataset


def train_loop(config):
    rows = TensorDataset(torch.arange(64.0))
    loader = prepare_data_loader(DataLoader(rows, batch_size=config["global_batch_size"]))  # here
    train.report({"batches": len(loader)})


TorchTrainer(train_loop, train_loop_config={"global_batch_size": 16}, scaling_config=ScalingConfig(num_workers=2)).fit()
