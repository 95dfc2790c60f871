import os
import tempfile

from ray import train
from ray.train import Checkpoint, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def loop():
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = None
        if train.get_context().get_world_rank() == 0:
            checkpoint = Checkpoint.from_directory(folder)
        train.report({"done": 1}, checkpoint=checkpoint)


scaling = ScalingConfig(num_workers=2, placement_strategy="STRICT_SPREAD")
storage = os.path.join("/tmp", "runs")
TorchTrainer(loop, scaling_config=scaling, run_config=RunConfig(storage_path=storage)).fit()
