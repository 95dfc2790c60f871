# mends: R44
import os

from ray import train
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"loss": 0.5})


trainer = TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(storage_path=os.path.abspath("out/experiments"), name="first"),
)
trainer.fit()
