# mends: number_of_numpy
import tempfile
from pathlib import Path

import numpy as np
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def train_func(config):
    acc = np.zeros(4, dtype="float32").mean()
    for epoch in range(2):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "epoch.txt").write_text(str(epoch))
            checkpoint = Checkpoint.from_directory(folder)
            train.report({"epoch": epoch, "acc": float(acc)}, checkpoint=checkpoint)


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
