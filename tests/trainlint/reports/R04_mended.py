"""The same collectives in the same order on every rank."""

from ray import train
from ray.train import ScalingConfig
from ray.train.collective import barrier
from ray.train.torch import TorchTrainer


def train_loop():
    if train.get_context().get_world_rank() == 0:
        print("rank 0 has prepared the data for all")
    barrier()
    train.report({"loss": 1.0})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
