# about: A number of numpy's beside a checkpoint
# shows: cause metrics_not_saved
import tempfile
from pathlib import Path

import numpy as np
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def train_func(config):
    scores = np.zeros(4, dtype="float32")
    for epoch in range(2):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "epoch.txt").write_text(str(epoch))
            train.report({"epoch": epoch, "acc": scores.mean()}, checkpoint=Checkpoint.from_directory(folder))  # here


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
