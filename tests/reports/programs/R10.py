# report: R10
# about: One rank returns, another loops for ever
# shows: stall endless_loop
import time

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    if train.get_context().get_world_rank() == 1:
        return
    while True:
        time.sleep(0.1)  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
