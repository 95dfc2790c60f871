import os
import tempfile

import torch
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    rank = train.get_context().get_world_rank()
    for step in range(config["steps"]):
        with tempfile.TemporaryDirectory() as folder:
            torch.save({"step": step, "rank": rank}, os.path.join(folder, f"shard-{rank}.pt"))
            train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))
        with tempfile.TemporaryDirectory() as logs, tempfile.TemporaryDirectory() as folder:
            torch.save({"step": step, "rank": rank}, os.path.join(logs, f"log-{rank}.pt"))
            torch.save({"step": step}, os.path.join(folder, f"step-{step}.pt"))
            checkpoint = Checkpoint.from_directory(folder) if rank == 0 else None
            train.report({"step": step}, checkpoint=checkpoint)


TorchTrainer(loop, train_loop_config={"steps": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
