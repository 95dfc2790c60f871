import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer
from torch import nn


def make_batch(generator, part):
    """64 noisy points of a wave from -3 to 3. Part 0 is its left third, part 1 the middle, part 2 the right."""
    inputs = 2 * part - 3 + 2 * torch.rand(64, 1, generator=generator)
    noise = 0.05 * torch.randn(64, 1, generator=generator)
    return inputs, torch.sin(2 * inputs) + noise


def train_loop_per_worker(config):
    rank = train.get_context().get_world_rank()
    part = rank
    generator = torch.Generator().manual_seed(part)

    model = train.torch.prepare_model(nn.Sequential(nn.Linear(1, 64), nn.Tanh(), nn.Linear(64, 1)))
    optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])

    for epoch in range(config["epochs"]):
        total = 0.0
        for _ in range(config["batches"]):
            inputs, targets = make_batch(generator, part)
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        mean = torch.tensor(total / config["batches"])
        dist.all_reduce(mean)
        train.report({"loss": mean.item() / 3, "epoch": epoch})


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.02, "epochs": 10, "batches": 20},
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=3, use_gpu=False),
)
trainer.fit()
print("Training is over.")
