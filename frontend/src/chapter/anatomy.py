import tempfile
from pathlib import Path

import torch
from ray import train
from ray.train import Checkpoint, CheckpointConfig, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train_loop_per_worker(config):
    inputs = torch.randn(256, 8, generator=torch.Generator().manual_seed(0))
    rows = TensorDataset(inputs, inputs.sum(dim=1, keepdim=True))
    loader = DataLoader(rows, batch_size=config["batch_size"], shuffle=True)
    loader = train.torch.prepare_data_loader(loader)

    net = nn.Linear(8, 1)
    model = train.torch.prepare_model(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])

    start = 0
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            path = Path(folder, "state.pt")
            state = torch.load(path, map_location=train.torch.get_device(), weights_only=True)
        net.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        start = state["epoch"] + 1

    for epoch in range(start, config["epochs"]):
        if train.get_context().get_world_size() > 1:
            loader.sampler.set_epoch(epoch)
        total = 0.0
        for batch, targets in loader:
            loss = nn.functional.mse_loss(model(batch), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()

        mean = torch.tensor(total / len(loader), device=train.torch.get_device())
        torch.distributed.all_reduce(mean)
        metrics = {"loss": mean.item() / train.get_context().get_world_size(), "epoch": epoch}
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = None
            if train.get_context().get_world_rank() == 0:
                state = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
                torch.save(state, Path(folder, "state.pt"))
                checkpoint = Checkpoint.from_directory(folder)
            train.report(metrics, checkpoint=checkpoint)


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.05, "epochs": 8, "batch_size": 16},
    scaling_config=ScalingConfig(num_workers=2, use_gpu=torch.cuda.is_available()),
    run_config=RunConfig(
        failure_config=FailureConfig(max_failures=2),
        checkpoint_config=CheckpointConfig(num_to_keep=2),
    ),
)
result = trainer.fit()
print("loss at the latest checkpoint:", result.metrics["loss"])
