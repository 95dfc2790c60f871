import sys

import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop():
    train.report({"done": 1})


if "--small" in sys.argv:
    ray.init(num_cpus=2)
else:
    ray.init(address="auto")
TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=16)).fit()
