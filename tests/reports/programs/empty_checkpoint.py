# about: A checkpoint with nothing in it
# shows: cause checkpoint_empty
import tempfile

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    with tempfile.TemporaryDirectory() as folder:
        train.report({"loss": 0.5}, checkpoint=Checkpoint.from_directory(folder))  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
