# about: A loop with a default takes None
# shows: cause config_ignored
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config=None):
    train.report({"lr": config["lr"]})  # here


TorchTrainer(train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=1)).fit()
