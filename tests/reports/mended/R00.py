# mends: R00
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset


def train_loop(config):
    model = prepare_model(torch.nn.Linear(1, 1))
    dataset = TensorDataset(torch.rand(160, 1))
    loader = DataLoader(dataset, batch_size=32)  # the whole dataset, the same on every rank
    loader = prepare_data_loader(loader)  # divides it, and pads: all take the same number of steps
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    for (batch,) in loader:
        loss = model(batch).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    train.report({"batches": len(loader)})


TorchTrainer(train_loop, train_loop_config={"batch_size": 4}, scaling_config=ScalingConfig(num_workers=2)).fit()
