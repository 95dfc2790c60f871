from ray import init, shutdown, train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def connect():
    init(address="auto")


def train_loop():
    connect()
    train.report({"epoch": 0})
    for _ in range(2):
        shutdown()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
