import argparse

import torch
from ray import train
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader, TensorDataset


def make_loader(rows, size):
    return train.torch.prepare_data_loader(DataLoader(rows, size))


def train_loop(config):
    total_batch_size = config.get("batch", 64)
    model = train.torch.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows = TensorDataset(torch.linspace(0, 1, 256).unsqueeze(1))
    for (inputs,) in make_loader(rows, total_batch_size):
        loss = model(inputs).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    train.report({"loss": loss.item()})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=64)
    TorchTrainer(
        train_loop,
        train_loop_config=vars(parser.parse_args()),
        scaling_config=train.ScalingConfig(num_workers=2),
    ).fit()
