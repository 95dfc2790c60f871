# report: R68
# about: sys.exit at the end of the loop
# shows: cause loop_exited
import sys

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def main(config):
    train.report({"loss": 0.25})
    return 0


def train_loop(config):
    sys.exit(main(config))  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
