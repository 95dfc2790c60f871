# mends: R60
import sqlite3

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    database = sqlite3.connect(":memory:")
    database.execute("select 1")
    train.report({"loss": 0.1})


trainer = TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2))
trainer.fit()
