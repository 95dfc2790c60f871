import functools

import torch
import torch.utils.data as td
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model


class EveryOther(td.Sampler):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(range(0, len(self.rows), 2))

    def __len__(self):
        return len(self.rows) // 2


def loaders(rows):
    order = td.RandomSampler(rows, replacement=True, num_samples=32)
    return (
        td.DataLoader(rows, 8, sampler=EveryOther(rows)),
        td.DataLoader(rows, batch_sampler=td.BatchSampler(order, 8, drop_last=True), num_workers=2, prefetch_factor=4),
    )


def train_loop(rate):
    model = prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    one, other = loaders(td.TensorDataset(torch.linspace(0, 1, 64).unsqueeze(1)))
    for loader in (prepare_data_loader(one), prepare_data_loader(data_loader=other)):
        for (inputs,) in loader:
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            report({"loss": loss.item()})


TorchTrainer(functools.partial(train_loop, 0.1), scaling_config=ScalingConfig(num_workers=2)).fit()
