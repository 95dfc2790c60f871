import os
import shutil
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


class Saver:
    def __init__(self, every):
        self.every = every

    def save(self, step):
        with tmp.TemporaryDirectory() as folder:
            torch.save({"step": step}, os.path.join(folder, "state.pt"))
            return Saved.from_directory(folder)


def write(step, folder):
    torch.save({"step": step}, os.path.join(folder, "state.pt"))
    return Saved.from_directory(folder)


def other_loop(config):
    saver = Saver(config["every"])
    for step in range(config["steps"]):
        rt.report({"step": step}, checkpoint=saver.save(step))
        with tmp.TemporaryDirectory() as folder:
            written = write(step, folder=folder)
        rt.report({"step": step}, checkpoint=written)
        folder = tmp.mkdtemp()
        try:
            written = write(step, folder)
        finally:
            shutil.rmtree(folder)
        rt.report({"step": step}, checkpoint=written)
        folder = tmp.mkdtemp()
        checkpoint = write(step, folder)
        rt.report({"step": step}, checkpoint=checkpoint, checkpoint_upload_mode=CheckpointUploadMode.ASYNC)
        shutil.rmtree(folder)
        checkpoint = None
        if rt.get_context().get_world_rank() == 0:
            with TemporaryDirectory() as folder:
                checkpoint = write(step, folder)
        rt.report({"step": step}, checkpoint=checkpoint)


TorchTrainer(
    other_loop, train_loop_config={"steps": 3, "every": 1}, scaling_config=ScalingConfig(num_workers=2)
).fit()
