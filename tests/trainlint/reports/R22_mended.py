"""A checkpoint is a folder with files."""

import json
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "progress.json").write_text(json.dumps({"epoch": 0}))
        train.report({"loss": 1.0}, checkpoint=Checkpoint.from_directory(folder))


result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=1)).fit()
with result.checkpoint.as_directory() as saved:
    print(json.loads(Path(saved, "progress.json").read_text()))
