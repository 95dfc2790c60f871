from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 1.0})


trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
trainer.fit
TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit
