import os
import tempfile

import torch
from ray import train
from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    for step in range(config["steps"]):
        metrics = {}
        metrics["loss"] = 1.0 / (step + 1)
        with tempfile.TemporaryDirectory() as folder:
            torch.save({"step": step}, os.path.join(folder, "state.pt"))
            train.report(metrics, checkpoint=Checkpoint.from_directory(folder))
    torch.save({"steps": config["steps"]}, os.path.join(config["shared"], "last.pt"))
    torch.save({"steps": config["steps"]}, "mine.pt")
    print(torch.load("mine.pt", map_location="cpu", weights_only=True))


torch.save({"steps": 0}, "first.pt")
print(torch.load("first.pt", map_location="cpu", weights_only=True))
shared = "/mnt/shared"
result = TorchTrainer(
    loop,
    train_loop_config={"steps": 3, "shared": shared},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(
        checkpoint_config=CheckpointConfig(
            num_to_keep=2, checkpoint_score_attribute="loss", checkpoint_score_order="min"
        )
    ),
).fit()
print(result.metrics["loss"], torch.load(os.path.join(shared, "last.pt"), map_location="cpu", weights_only=True))
best, metrics = min(result.best_checkpoints, key=lambda saved: saved[1]["loss"])
print("latest", result.checkpoint, "best", best, metrics["loss"])
