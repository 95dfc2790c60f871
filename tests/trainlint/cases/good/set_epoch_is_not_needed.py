import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def fit(model, optimizer, batch):
    loss = model(batch).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_loop():
    rows = TensorDataset(torch.linspace(0, 1, 256).reshape(64, 4))
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    once = train.torch.prepare_data_loader(DataLoader(rows, batch_size=8, shuffle=True))
    for (batch,) in once:
        fit(model, optimizer, batch)

    in_order = train.torch.prepare_data_loader(DataLoader(rows, batch_size=8))
    sampled = DataLoader(rows, batch_size=8, sampler=DistributedSampler(rows, shuffle=False))
    for epoch in range(3):
        for (batch,) in in_order:
            fit(model, optimizer, batch)
        for (batch,) in sampled:
            fit(model, optimizer, batch)
        train.report({"epoch": epoch})

    for seed in (3, 4):
        sampler = DistributedSampler(rows, seed=seed)
        anew = DataLoader(rows, batch_size=8, sampler=sampler)
        for (batch,) in anew:
            fit(model, optimizer, batch)


def tell_by_hand():
    rows = TensorDataset(torch.linspace(0, 1, 256).reshape(64, 4))
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = train.torch.prepare_data_loader(DataLoader(rows, batch_size=8, shuffle=True))
    for epoch in range(3):
        loader.sampler.epoch = epoch
        for (batch,) in loader:
            fit(model, optimizer, batch)


TorchTrainer(tell_by_hand, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
