# report: R14
# about: A resource that no node offers
# shows: lint RTL204
# shows: cause impossible_request
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

SCALING = ScalingConfig(num_workers=2, resources_per_worker={"num_cpus": 2})  # here


def train_loop(config):
    train.report({"done": 1})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=SCALING).fit()
