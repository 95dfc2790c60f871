import torch
import torch.distributed
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler as Sampler


def make_loader(dataset):
    sampler = Sampler(dataset, seed=7)
    return DataLoader(dataset, batch_size=8, sampler=sampler)


def train_step(model, optimizer, inputs):
    loss = model(inputs).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_epoch(model, optimizer, batches):
    total = 0.0
    for step, (inputs,) in enumerate(batches):
        total += train_step(model, optimizer, inputs)
    return total / (step + 1)


def train_loop(config):
    rows = TensorDataset(torch.linspace(0, 1, 256).reshape(64, 4))
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    loader = make_loader(rows)
    epoch = 0
    while epoch < config["epochs"]:
        report({"loss": train_epoch(model, optimizer, loader)})
        epoch += 1

    again = DataLoader(rows, batch_size=16, shuffle=True)
    again = prepare_data_loader(again)
    for epoch_number in range(config["epochs"]):
        losses = [train_step(model, optimizer, *batch) for batch in again]
        report({"loss": sum(losses), "epoch": epoch_number})


TorchTrainer(
    train_loop,
    train_loop_config={"lr": 0.1, "epochs": 3},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
