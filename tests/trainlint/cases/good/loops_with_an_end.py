import itertools
import threading
import time

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def heartbeat():
    while True:
        time.sleep(1)


def batches():
    while True:
        yield 1


def fetch(rows):
    while True:
        try:
            print(next(rows))
        except StopIteration:
            return


def drain(rows):
    while True:
        print(next(rows))


def train_loop():
    threading.Thread(target=heartbeat, daemon=True).start()
    fetch(iter([1, 2]))
    try:
        drain(iter([1, 2]))
    except StopIteration:
        pass
    for number in itertools.count():
        if number > 3:
            break
    step = 0
    while True:
        step += 1
        for batch in batches():
            print(batch)
            break
        train.report({"step": step})
        if step > 3:
            return
    while step:
        step -= 1


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
