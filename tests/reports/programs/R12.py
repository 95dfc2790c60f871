# report: R12
# about: More workers than the cluster has
# shows: lint RTL206
# shows: cause impossible_request
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"done": 1})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=40)).fit()  # here
