# about: A crash of the program's own process
# shows: cause program_crashed
import ctypes

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"loss": 0.5})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
ctypes.string_at(1)  # here
