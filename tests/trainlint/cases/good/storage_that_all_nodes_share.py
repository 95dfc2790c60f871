import os
import sys
import tempfile
from pathlib import Path

import pyarrow.fs
from ray import train
from ray.train import Checkpoint, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def loop():
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = None
        if train.get_context().get_world_rank() == 0:
            checkpoint = Checkpoint.from_directory(folder)
        train.report({"done": 1}, checkpoint=checkpoint)


def saves_nothing():
    train.report({"done": 1})


spread = ScalingConfig(num_workers=2, placement_strategy="STRICT_SPREAD")
filesystem, _ = pyarrow.fs.FileSystem.from_uri("s3://bucket")
TorchTrainer(saves_nothing, scaling_config=spread).fit()
TorchTrainer(loop, scaling_config=spread, run_config=RunConfig(storage_path="/mnt/runs")).fit()
TorchTrainer(loop, scaling_config=spread, run_config=RunConfig(storage_path=sys.argv[1])).fit()
TorchTrainer(
    loop, scaling_config=spread, run_config=RunConfig(storage_path="bucket/runs", storage_filesystem=filesystem)
).fit()
TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=2)).fit()
RunConfig(storage_path=os.path.abspath("results"))
RunConfig(storage_path=str(Path("results").resolve()))
RunConfig(storage_path=str(Path.home() / "results"))
RunConfig(storage_path="~/results")
RunConfig(storage_path="gs://bucket/results")
RunConfig(storage_path="C:/results")
