import os
from datetime import timedelta

import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


class Environment:
    def __init__(self, backend):
        self.backend = backend

    def start(self):
        dist.init_process_group(backend=self.backend, timeout=timedelta(minutes=5))


def set_up():
    rank = int(os.environ["RANK"])
    dist.init_process_group("gloo", rank=rank, world_size=int(os.environ["WORLD_SIZE"]))
    return rank


def loop_with_a_helper(config):
    print(set_up(), config)
    train.report({"epoch": 0})


def loop_with_a_class():
    Environment("gloo").start()
    train.report({"epoch": 0})


TorchTrainer(
    loop_with_a_helper, train_loop_config={"epochs": 1}, scaling_config=ScalingConfig(num_workers=2)
).fit()
TorchTrainer(loop_with_a_class, scaling_config=ScalingConfig(num_workers=2)).fit()
