from ray import train, tune
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def trial(config):
    def train_loop(config):
        train.report({"loss": config["lr"]})

    TorchTrainer(
        train_loop,
        train_loop_config=config,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(name="trial"),
    ).fit()
    tune.report({"done": 1})


tune.Tuner(trial, param_space={"lr": tune.grid_search([0.1, 0.01])}).fit()
