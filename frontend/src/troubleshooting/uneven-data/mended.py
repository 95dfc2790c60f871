"""Two ranks share both files, and Ray Train gives each the same number of batches."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.utils.data import ConcatDataset, DataLoader, TensorDataset

BATCH = 32
BATCHES_IN_FILE = (13, 12)


def read_file(number):
    generator = torch.Generator().manual_seed(number)
    inputs = torch.randn(BATCHES_IN_FILE[number] * BATCH, 4, generator=generator)
    return TensorDataset(inputs, inputs.sum(dim=1, keepdim=True))


def loop(config):
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    both = ConcatDataset([read_file(0), read_file(1)])
    loader = train.torch.prepare_data_loader(DataLoader(both, batch_size=BATCH))
    for step, (inputs, targets) in enumerate(loader, start=1):
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item(), "step": step})


TorchTrainer(
    loop,
    train_loop_config={"lr": 0.1},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
print("Training is over.")
