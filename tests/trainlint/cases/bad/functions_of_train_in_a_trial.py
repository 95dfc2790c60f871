import functools

import ray.train as rt
from ray import tune


def log(loss):
    rt.report({"loss": loss})


def trial(scale, config):
    print(rt.get_context().get_world_rank())
    log(config["lr"] * scale)


trainable = tune.with_resources(functools.partial(trial, 2.0), {"cpu": 1})
tune.Tuner(trainable, param_space={"lr": 0.1}).fit()
