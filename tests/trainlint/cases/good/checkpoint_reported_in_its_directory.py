import os
import shutil
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, CheckpointUploadMode, ScalingConfig
from ray.train.torch import TorchTrainer


def report(folder, step):
    train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))


def write(folder, step):
    Path(folder, "state.txt").write_text(str(step))
    return Checkpoint.from_directory(folder)


def train_loop(config):
    for step in range(config["steps"]):
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = write(folder, step)
            train.report({"step": step}, checkpoint=checkpoint)
        with tempfile.TemporaryDirectory() as folder:
            write(folder, step)
            report(folder, step)
        folder = tempfile.mkdtemp()
        train.report(
            {"step": step},
            checkpoint=write(folder, step),
            checkpoint_upload_mode=CheckpointUploadMode.ASYNC,
        )
        folder = tempfile.mkdtemp()
        train.report({"step": step}, checkpoint=write(folder, step))
        shutil.rmtree(folder)
        checkpoint = None
        with tempfile.TemporaryDirectory() as outer:
            if step % 2:
                inner = os.path.join(outer, "inner")
                os.mkdir(inner)
                checkpoint = write(inner, step)
            train.report({"step": step}, checkpoint=checkpoint)


TorchTrainer(train_loop, train_loop_config={"steps": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
