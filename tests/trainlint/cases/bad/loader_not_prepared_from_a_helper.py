import functools

import ray.train as rt
import ray.train.torch
import torch.utils.data as data
from torch import nn, optim
from tqdm import tqdm


class Squares(data.Dataset):
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return [float(index)], [float(index) ** 2]


def make_loaders(config):
    training = data.DataLoader(Squares(config["rows"]), config["batch_size"], True)
    testing = data.DataLoader(Squares(16), 8)
    return training, testing


def run_epoch(network, optimizer, loader, *, training=True):
    for inputs, targets in tqdm(loader):
        loss = nn.functional.mse_loss(network(inputs), targets)
        if training:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def fit_one(network, optimizer, inputs, targets):
    loss = nn.functional.mse_loss(network(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_loop(scale, config):
    network = ray.train.torch.prepare_model(nn.Linear(1, 1))
    optimizer = optim.SGD(network.parameters(), lr=0.1 * scale)
    training, testing = make_loaders(config)
    for epoch in range(config["epochs"]):
        losses = [fit_one(network, optimizer, x, y) for x, y in training]
        run_epoch(network, optimizer, testing, training=False)
        rt.report({"epoch": epoch, "loss": sum(losses) / len(losses)})


ray.train.torch.TorchTrainer(
    functools.partial(train_loop, 2),
    train_loop_config={"rows": 64, "batch_size": 8, "epochs": 3},
    scaling_config=rt.ScalingConfig(num_workers=4),
).fit()
