import os
import random
import tempfile as tmp

import torch
from ray import train as rt
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    rank = rt.get_context().get_world_rank()
    torch.manual_seed(config["seed"] + rank)
    for step in range(config["steps"]):
        state = {"torch": torch.get_rng_state(), "step": step}
        with tmp.TemporaryDirectory() as folder:
            torch.save(state, os.path.join(folder, "random.pt"))
            torch.save(random.getstate(), os.path.join(folder, "python.pt"))
            torch.save({"step": step}, os.path.join(folder, "step.pt"))
            rt.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))


def fixed(config):
    for step in range(config["steps"]):
        folder = f"/tmp/steps/{step}"
        os.makedirs(folder, exist_ok=True)
        torch.save({"step": step}, os.path.join(folder, "step.pt"))
        checkpoint = Checkpoint.from_directory(folder)
        rt.report({"step": step}, checkpoint=checkpoint)


TorchTrainer(
    loop, train_loop_config={"steps": 3, "seed": 1}, scaling_config=ScalingConfig(num_workers=2)
).fit()
TorchTrainer(fixed, train_loop_config={"steps": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
