import sys

import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def set_up():
    if not dist.is_initialized():
        dist.init_process_group("gloo")


def set_up_unless_done():
    if dist.is_initialized():
        return
    dist.init_process_group("gloo")


def train_loop():
    set_up()
    set_up_unless_done()
    subgroup = dist.new_group([0, 1])
    dist.barrier(group=subgroup)
    train.report({"epoch": 0})


def main():
    if "--torchrun" in sys.argv:
        dist.init_process_group("gloo")
        train_loop()
        dist.destroy_process_group()
    else:
        TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()


main()
