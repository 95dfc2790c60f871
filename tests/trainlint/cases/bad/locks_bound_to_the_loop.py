import functools
from threading import RLock

from ray import train
from ray.train.torch import TorchTrainer


class Training:
    def __init__(self):
        self.lock = RLock()

    def run(self):
        train.report({"done": 1})


def loop(lock, config):
    with lock:
        train.report({"total": config["x"]})


training = Training()
TorchTrainer(training.run).fit()
TorchTrainer(functools.partial(loop, RLock()), train_loop_config={"x": 1}).fit()
