import functools

from my_project.decorators import timed
from ray import train
from ray.train.torch import TorchTrainer


def loop(config, verbose=False):
    train.report({"epochs": config["epochs"], "verbose": int(verbose)})


def rest(*given):
    train.report({"given": len(given)})


@timed
def decorated(config=None):
    train.report({"epochs": (config or {}).get("epochs", 1)})


def several(name, size, config):
    train.report({"name": len(name), "size": size, "epochs": config["epochs"]})


def by_default(config=None):
    train.report({"epochs": (config or {"epochs": 1})["epochs"]})


TorchTrainer(loop, train_loop_config={"epochs": 3}).fit()
TorchTrainer(rest, train_loop_config={"epochs": 3}).fit()
TorchTrainer(decorated, train_loop_config={"epochs": 3}).fit()
TorchTrainer(functools.partial(several, "a", 2), train_loop_config={"epochs": 3}).fit()
TorchTrainer(lambda config: several("a", 2, config), train_loop_config={"epochs": 3}).fit()
TorchTrainer(by_default).fit()
TorchTrainer(by_default, train_loop_config={}).fit()
TorchTrainer(by_default, train_loop_config=None).fit()
