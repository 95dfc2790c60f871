"""Storage under an absolute path."""

from pathlib import Path

from ray import train
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 1.0})


RESULTS = str(Path("results").resolve())
TorchTrainer(
    train_loop,
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(name="absolute", storage_path=RESULTS),
).fit()
