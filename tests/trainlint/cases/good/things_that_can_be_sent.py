import logging
import re
import threading

import numpy as np
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

logger = logging.getLogger(__name__)
pattern = re.compile("a+")
notes = open("notes.txt")
steps = iter([1, 2, 3])
table = np.zeros((100, 100))
maybe = None
maybe = threading.Lock()
weights = torch.ones(4)
lock = threading.Lock()


class Guarded:
    def __init__(self):
        self.lock = threading.Lock()

    def __getstate__(self):
        return {}

    def __setstate__(self, state):
        self.__init__()


guarded = Guarded()


def only_in_the_script():
    with lock:
        print("training")


def loop(config):
    lock = threading.Lock()
    rank = train.get_context().get_world_rank()
    with lock, open(f"losses-{rank}.txt", "w") as log:
        log.write(notes.read())
    logger.info("%s %s %s", pattern, next(steps), table.sum() + weights.sum())
    print(maybe, guarded)
    values = (value for value in range(3))
    for value in values:
        train.report({"value": config["scale"](value)})


only_in_the_script()
TorchTrainer(
    loop,
    train_loop_config={"scale": lambda value: 2 * value, "loader": torch.utils.data.DataLoader(range(8))},
    scaling_config=ScalingConfig(num_workers=2),
).fit()


def local():
    with lock:
        train.report({"rows": 1})


TorchTrainer(local, scaling_config=ScalingConfig(num_workers=0)).fit()
