from ray import train, tune
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 0.1})


def trial(config):
    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2, trainer_resources=None),
        run_config=RunConfig(name="trial", verbose="DEPRECATED"),
        resume_from_checkpoint=None,
        metadata=None,
    ).fit()


tune.Tuner(
    trial,
    param_space={"lr": 0.1},
    run_config=tune.RunConfig(name="search", verbose=1, stop={"training_iteration": 3}),
).fit()
