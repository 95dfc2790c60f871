from ray import tune
from ray.air import session
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    session.report({"loss": config["lr"]})


def trial(config):
    TorchTrainer(
        train_loop,
        train_loop_config=config,
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    session.report({"done": 1})


tune.Tuner(trial, param_space={"lr": tune.grid_search([0.1, 0.01])}).fit()
