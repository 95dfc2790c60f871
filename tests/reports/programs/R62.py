# report: R62
# about: A configuration that is not passed
# shows: lint RTL211
# shows: cause config_ignored
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config=None):  # here
    settings = config or {"lr": 0.1}
    train.report({"lr": settings["lr"]})


TorchTrainer(train_loop, train_loop_config={"lr": 0.001}, scaling_config=ScalingConfig(num_workers=1)).fit()
