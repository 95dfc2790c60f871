from functools import partial

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset


class Runner:
    def __init__(self, enough):
        self.enough = enough
        self.model = prepare_model(torch.nn.Linear(1, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def epoch(self, loader):
        total = 0.0
        for number, (x, y) in enumerate(loader):
            if x.size(0) < 2:
                continue
            loss = (self.model(x) - y).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.item() / (number + 1)
        return total

    def run(self, loader):
        for epoch in range(3):
            loader.sampler.set_epoch(epoch)
            loss = self.epoch(loader)
            train.report({"loss": loss, "epoch": epoch})
            if loss < self.enough:
                return


def train_loop(enough):
    rows = TensorDataset(torch.ones(64, 1), torch.ones(64, 1))
    loader = prepare_data_loader(DataLoader(rows, batch_size=8, shuffle=True))
    runner = Runner(enough)
    runner.run(loader)


TorchTrainer(partial(train_loop, 0.1), scaling_config=ScalingConfig(num_workers=2)).fit()
