import sys

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 0.0})


workers = 0 if "--local" in sys.argv else 4
result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=workers)).fit()
print(result.metrics["loss"])
