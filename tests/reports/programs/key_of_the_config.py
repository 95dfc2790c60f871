# about: A key that the configuration lacks
# shows: cause config_key_missing
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch in range(config["num_epochs"]):  # here
        train.report({"epoch": epoch})


TorchTrainer(train_loop, train_loop_config={"epochs": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
