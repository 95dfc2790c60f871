import os
import tempfile as tmp
from tempfile import TemporaryDirectory

import torch
from ray import train as rt
from ray.train import Checkpoint as Saved
from ray.train import CheckpointUploadMode, ScalingConfig
from ray.train.torch import TorchTrainer


def save(state):
    with tmp.TemporaryDirectory() as folder:
        path = os.path.join(folder, "inner")
        os.makedirs(path)
        torch.save(state, os.path.join(path, "state.pt"))
        return Saved.from_directory(path)


def report(folder, step):
    rt.report({"step": step}, checkpoint=Saved.from_directory(folder))


def loop(config):
    for step in range(config["steps"]):
        rt.report({"step": step}, save({"step": step}))
        with TemporaryDirectory() as folder:
            torch.save({"step": step}, f"{folder}/state.pt")
        report(folder, step)
        with TemporaryDirectory() as folder:
            torch.save({"step": step}, f"{folder}/state.pt")
            rt.report(
                {"step": step},
                checkpoint=Saved.from_directory(folder),
                checkpoint_upload_mode=CheckpointUploadMode.ASYNC,
            )


TorchTrainer(loop, train_loop_config={"steps": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
