from ray import tune
from ray.air import session


def trial(config):
    for step in range(3):
        session.report({"loss": config["lr"] / (step + 1)})


tune.Tuner(trial, param_space={"lr": tune.grid_search([0.1, 0.01])}).fit()
