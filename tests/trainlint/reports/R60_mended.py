"""A lock is made where it is used: it cannot travel to a worker."""

import threading

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    lock = threading.Lock()
    seen = []

    def note(number):
        with lock:
            seen.append(number)

    threads = [threading.Thread(target=note, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    train.report({"seen": len(seen)})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
