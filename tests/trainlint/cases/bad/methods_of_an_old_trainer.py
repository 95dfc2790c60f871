import os

from ray import train, tune
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

PATH = "/mnt/results/first"


def train_loop():
    train.report({"loss": 0.1})


def make():
    return TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))


if os.path.exists(PATH) and TorchTrainer.can_restore(PATH):
    trainer = TorchTrainer.restore(PATH, train_loop_per_worker=train_loop)
else:
    trainer = make()
tune.run(make().as_trainable())
print(trainer.fit())
