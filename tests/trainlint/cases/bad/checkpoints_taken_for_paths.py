import os
import tempfile
from pathlib import Path

import torch
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def resume():
    checkpoint = train.get_checkpoint()
    if checkpoint:
        print(f"resuming from {checkpoint.as_directory()}")
        return torch.load(os.path.join(checkpoint, "state.pt"), map_location="cpu", weights_only=True)["step"] + 1
    return 0


def loop(config):
    for step in range(resume(), config["steps"]):
        with tempfile.TemporaryDirectory() as folder:
            torch.save({"step": step}, os.path.join(folder, "state.pt"))
            train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))


trainer = TorchTrainer(loop, train_loop_config={"steps": 3}, scaling_config=ScalingConfig(num_workers=2))
saved = trainer.fit().checkpoint
print(Path(saved) / "state.pt")
print(torch.load(saved.as_directory() + "/state.pt", map_location="cpu", weights_only=True))
