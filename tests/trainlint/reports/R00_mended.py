"""Every rank takes the same number of steps: the sampler of the prepared loader pads the shorter shares."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset


def train_loop(config):
    model = prepare_model(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    dataset = TensorDataset(torch.arange(14.0).reshape(7, 2))
    loader = prepare_data_loader(DataLoader(dataset, batch_size=2, shuffle=True))
    for epoch in range(config["epochs"]):
        loader.sampler.set_epoch(epoch)
        for (rows,) in loader:
            loss = model(rows).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        train.report({"loss": loss.item()})


trainer = TorchTrainer(
    train_loop,
    train_loop_config={"lr": 0.001, "epochs": 2},
    torch_config=TorchConfig(backend="gloo", timeout_s=60),
    scaling_config=ScalingConfig(num_workers=2),
)
trainer.fit()
