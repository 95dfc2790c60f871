import argparse

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train_loop():
    rank = train.get_context().get_local_rank()
    model = nn.Linear(4, 1)
    model = DistributedDataParallel(module=model, device_ids=[rank], output_device=rank)
    train.report({"parameters": sum(weight.numel() for weight in model.parameters())})


arguments = argparse.ArgumentParser()
arguments.add_argument("--gpu", action="store_true")
TorchTrainer(
    train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=arguments.parse_args().gpu)
).fit()
