# mends: R26
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch in range(3):
        train.report({"epoch": epoch, "loss": 1.0 / (epoch + 1)})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
