# about: A process group that exists already
# shows: cause process_group_twice
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    torch.distributed.init_process_group("gloo")  # here
    train.report({"loss": 0.5})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
