import functools

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def batches(settings):
    return range(settings["batches"])


def loop(offset, config):
    settings = config
    for epoch in range(config["epochs"]):
        train.report({"epoch": epoch, "batches": len(batches(settings)) + offset + config["rate"]})


config = dict(epochs=3, rate=1)
TorchTrainer(
    functools.partial(loop, 1), train_loop_config=config, scaling_config=ScalingConfig(num_workers=2)
).fit()


def bare(config):
    train.report({"rate": config["rate"]})


TorchTrainer(bare).fit()
