import itertools
import time
from functools import partial

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def step(model):
    model(torch.ones(1, 1)).mean().backward()


def keep_warm(seconds):
    for number in itertools.count():
        print(number)
        for _ in range(3):
            time.sleep(seconds)
            break


def train_loop(seconds):
    model = prepare_model(torch.nn.Linear(1, 1))
    while train.get_context().get_world_rank() == 1:
        time.sleep(seconds)
    if seconds:
        keep_warm(seconds)
    while 1:
        step(model)
        train.report({"loss": 1.0})


TorchTrainer(partial(train_loop, 1), scaling_config=ScalingConfig(num_workers=2)).fit()
