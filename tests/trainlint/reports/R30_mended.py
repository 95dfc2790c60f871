"""The mean over all ranks is reported, each rank weighted by what it has seen."""

import json
import tempfile
from pathlib import Path

import torch
import torch.distributed as dist
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def mean_of_all_ranks(total: float, count: int) -> float:
    sums = torch.tensor([total, float(count)])
    dist.all_reduce(sums)
    return (sums[0] / sums[1]).item()


def train_loop():
    rank = train.get_context().get_world_rank()
    loss = mean_of_all_ranks(total=3.0 * rank, count=3)
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = None
        if rank == 0:
            Path(folder, "loss.json").write_text(json.dumps(loss))
            checkpoint = Checkpoint.from_directory(folder)
        train.report({"loss": loss}, checkpoint=checkpoint)


result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
print(result.metrics["loss"])
