import sys

from ray.train import CheckpointConfig, DataConfig, LoggingConfig, ScalingConfig
from ray.train.torch import TorchConfig

names = ["train"]
DataConfig(datasets_to_split="all")
DataConfig(names)
DataConfig(datasets_to_split=[])
DataConfig(sys.argv[1:])
LoggingConfig("warning")
LoggingConfig()
TorchConfig()
TorchConfig(backend=None)
TorchConfig("mpi", "tcp")
TorchConfig(backend="cpu:gloo,cuda:nccl")
CheckpointConfig(num_to_keep=None)
CheckpointConfig(1, "accuracy", "max")
ScalingConfig(num_workers=0)
ScalingConfig(num_workers=(2, 2))
ScalingConfig(num_workers=(1, int(sys.argv[1])))
ScalingConfig(num_workers=int("4"), placement_strategy="SPREAD")
ScalingConfig(num_workers=4 if names else -1)
