from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from ray.tune import TuneConfig, Tuner


def train_loop(config):
    train.report({"loss": config["lr"]})


def make_trainer(workers):
    return TorchTrainer(
        train_loop,
        train_loop_config={"lr": 0.1},
        scaling_config=ScalingConfig(num_workers=workers),
    )


tuner = Tuner(tune_config=TuneConfig(num_samples=2), trainable=make_trainer(2))
print(tuner.fit())
