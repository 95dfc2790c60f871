# report: R66
# about: A worker crashes without a Python error
# shows: cause crashed
# stands in: a crash in native code on Linux for one on a Mac
import ctypes
import time

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"step": 0})
    time.sleep(1.0)
    ctypes.string_at(1)  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
