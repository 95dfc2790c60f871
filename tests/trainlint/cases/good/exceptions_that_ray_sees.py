import sys

import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def give_up(error):
    raise RuntimeError("a step failed") from error


def train_loop():
    model = prepare_model(torch.nn.Linear(4, 1))
    for number in range(10):
        try:
            inputs = torch.ones(8, 4)
        except RuntimeError:
            inputs = torch.zeros(8, 4)
        try:
            model(inputs).mean().backward()
        except RuntimeError as error:
            print(error)
            raise
        try:
            train.report({"step": number})
        except KeyboardInterrupt:
            print("asked to stop")
        except ValueError as error:
            give_up(error)
        try:
            dist.barrier()
        finally:
            print("after the barrier", file=sys.stderr)


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
