# report: R38
# about: A checkpoint's folder is gone before it is copied
# shows: cause checkpoint_gone
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def save(epoch):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "epoch.txt").write_text(str(epoch))
        return Checkpoint.from_directory(folder)


def train_loop(config):
    for epoch in range(3):
        train.report({"epoch": epoch}, checkpoint=save(epoch))  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
