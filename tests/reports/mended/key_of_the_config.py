# mends: key_of_the_config
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch in range(config["epochs"]):
        train.report({"epoch": epoch})


TorchTrainer(train_loop, train_loop_config={"epochs": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
