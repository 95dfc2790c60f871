import ray
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer
from torch import nn


def make_batch(generator):
    """256 points whose sine is to be learned: enough for several threads to share."""
    inputs = 3 * torch.randn(256, 64, generator=generator)
    return inputs, torch.sin(inputs.mean(dim=1, keepdim=True))


def train_loop_per_worker(config):
    cpus = ray.get_runtime_context().get_assigned_resources()["CPU"]
    print(f"{cpus} CPUs are reserved.")
    generator = torch.Generator().manual_seed(train.get_context().get_world_rank())

    model = train.torch.prepare_model(nn.Sequential(nn.Linear(64, 256), nn.Tanh(), nn.Linear(256, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])

    for epoch in range(config["epochs"]):
        total = 0.0
        for _ in range(config["batches"]):
            inputs, targets = make_batch(generator)
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        threads = torch.get_num_threads()
        train.report({"loss": total / config["batches"], "epoch": epoch, "threads": threads})


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.05, "epochs": 5, "batches": 20},
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"CPU": 3}),
)
trainer.fit()
print("Training is over.")
