"""`fit` raises; what failed on which rank stands in the exception."""

import ray.train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    if ray.train.get_context().get_world_rank() == 1:
        raise ValueError("this rank has no data")


trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
try:
    trainer.fit()
except ray.train.WorkerGroupError as failed:
    for rank, error in failed.worker_failures.items():
        print(f"rank {rank}: {error!r}")
