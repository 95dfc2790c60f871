from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    if train.get_context().get_world_rank() == 0:
        train.report({"loss": 0.0})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=1)).fit()
