# about: A dataset that raises in a worker of its loader
# shows: cause loader_raised
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self):
        self.items = [{"x": float(i), "labels": i % 2} for i in range(20)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        row = self.items[i]
        return torch.tensor([row["x"]]), row["label"]  # here


def go(cfg):
    loader = prepare_data_loader(DataLoader(Rows(), batch_size=4, num_workers=1))
    for _ in loader:
        pass
    train.report({"done": 1})


TorchTrainer(go, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
