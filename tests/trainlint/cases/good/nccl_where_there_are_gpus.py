import sys

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer


def loop():
    train.report({"done": 1})


on_gpu = torch.cuda.is_available()
backend = "nccl" if on_gpu else "gloo"
TorchTrainer(
    loop,
    torch_config=TorchConfig(backend=backend),
    scaling_config=ScalingConfig(num_workers=2, use_gpu=on_gpu),
).fit()
TorchTrainer(
    loop,
    torch_config=TorchConfig(backend=sys.argv[1]),
    scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"CPU": 2, "GPU": 0}),
).fit()
TorchTrainer(
    loop,
    torch_config=TorchConfig(backend="gloo", timeout_s=60),
    scaling_config=ScalingConfig(
        num_workers=2, use_gpu=True, resources_per_worker={"GPU": 0.5, "memory": 4e9, "fast_disk": 1}
    ),
).fit()
TorchTrainer(
    loop,
    torch_config=TorchConfig(backend="nccl"),
    scaling_config=ScalingConfig(num_workers=2, use_gpu=True, resources_per_worker={"GPU": 0.75}),
).fit()
