from ray import train, tune
from ray.train.torch import TorchTrainer
from ray.tune import CheckpointConfig, RunConfig


def train_loop():
    train.report({"loss": 0.1})


def trial(config):
    tune.report({"loss": 0.1})


keep = CheckpointConfig(num_to_keep=2)
tune.Tuner(trial, run_config=tune.RunConfig(name="search", failure_config=tune.FailureConfig(max_failures=1))).fit()
TorchTrainer(
    train_loop,
    scaling_config=train.ScalingConfig(num_workers=2),
    run_config=RunConfig(name="first"),
).fit()
print(train.RunConfig(name="second", checkpoint_config=keep))
