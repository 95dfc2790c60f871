import sqlite3
import threading
from pathlib import Path

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


class Counter:
    def __init__(self):
        self.value = 0
        self.guard = threading.Lock()


def numbers():
    yield from range(3)


counter = Counter()
database = sqlite3.connect(":memory:")
values = numbers()


def store(value):
    database.execute("insert into losses values (?)", (value,))


def main():
    with Path("log.txt").open("w") as log:

        def loop():
            for value in values:
                counter.value += 1
                store(value)
                print(value, file=log)
                train.report({"value": value})

        TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=2)).fit()


main()
