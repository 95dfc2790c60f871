"""What is saved are the weights of the model inside the wrapper, so that a bare model can load them."""

import tempfile
from pathlib import Path

import torch
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.nn.parallel import DistributedDataParallel


def train_loop():
    model = prepare_model(torch.nn.Linear(1, 1))
    bare = model.module if isinstance(model, DistributedDataParallel) else model
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = None
        if train.get_context().get_world_rank() == 0:
            torch.save(bare.state_dict(), Path(folder, "model.pt"))
            checkpoint = Checkpoint.from_directory(folder)
        train.report({"saved": 1}, checkpoint=checkpoint)


result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
with result.checkpoint.as_directory() as folder:
    weights = torch.load(Path(folder, "model.pt"), map_location="cpu", weights_only=True)
torch.nn.Linear(1, 1).load_state_dict(weights)
