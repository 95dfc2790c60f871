import os
import tempfile

import torch
from ray import train
from ray.train import Checkpoint, CheckpointConfig, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer
from torch import nn

WEIGHTS = torch.tensor([[1.5], [-2.0], [0.5], [3.0]])


def make_batches(epoch, rank, batches):
    """The same noisy points each time this rank comes to this epoch, in whichever attempt."""
    generator = torch.Generator().manual_seed(1000 * epoch + rank)
    inputs = torch.randn(batches, 32, 4, generator=generator)
    noise = 0.1 * torch.randn(batches, 32, 1, generator=generator)
    return zip(inputs, inputs @ WEIGHTS + 1.0 + noise, strict=True)


def train_loop_per_worker(config):
    rank = train.get_context().get_world_rank()
    torch.manual_seed(0)

    net = nn.Linear(4, 1)
    model = train.torch.prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"], momentum=0.9)
    start = 0

    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            path = os.path.join(folder, "state.pt")
            state = torch.load(path, map_location=train.torch.get_device(), weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        start = state["epoch"] + 1

    for epoch in range(start, config["epochs"]):
        total = 0.0
        for inputs, targets in make_batches(epoch, rank, config["batches"]):
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        metrics = {"loss": total / config["batches"], "epoch": epoch}

        with tempfile.TemporaryDirectory() as folder:
            checkpoint = None
            if rank == 0:  # all ranks hold the same state, so one of them saves it; every rank reports
                state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
                torch.save(state, os.path.join(folder, "state.pt"))
                checkpoint = Checkpoint.from_directory(folder)
            train.report(metrics, checkpoint=checkpoint)


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.0003, "epochs": 30, "batches": 40},
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=2, use_gpu=False),
    run_config=RunConfig(
        failure_config=FailureConfig(max_failures=2),
        checkpoint_config=CheckpointConfig(num_to_keep=2),
    ),
)
trainer.fit()
print("Training is over.")
