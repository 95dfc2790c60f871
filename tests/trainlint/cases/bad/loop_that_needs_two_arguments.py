from functools import partial

from ray import train
from ray.train.torch import TorchTrainer


def loop(config, name, *rest):
    train.report({"name": len(name), "rest": len(rest), "keys": len(config)})


TorchTrainer(partial(loop, name="a"), train_loop_config={"a": 1}).fit()
TorchTrainer(loop, train_loop_config={"a": 1}).fit()
