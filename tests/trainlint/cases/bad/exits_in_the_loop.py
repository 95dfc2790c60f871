import os
from functools import partial
from sys import exit as leave

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


class Runner:
    def __init__(self, epochs):
        if epochs < 0:
            leave("no epochs")

    def run(self):
        for epoch in range(3):
            train.report({"epoch": epoch})
        raise SystemExit


def finish(epochs):
    runner = Runner(epochs)
    runner.run()
    os._exit(0)


def train_loop(epochs, config):
    if config["skip"]:
        quit()
    finish(epochs)
    exit()


TorchTrainer(
    partial(train_loop, 3),
    train_loop_config={"skip": False},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
