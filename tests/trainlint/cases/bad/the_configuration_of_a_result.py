from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 0.1})


def run():
    trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
    return trainer.fit()


outcome = run()
settings = outcome.config or {}
print(settings)
