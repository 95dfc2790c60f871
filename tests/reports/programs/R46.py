# report: R46
# about: A rank dies while it saves
# shows: cause worker_died
import os
import tempfile
import time
from pathlib import Path

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def interrupted(checkpoint, name):
    time.sleep(1.5)
    os._exit(3)


def train_loop(config):
    rank = train.get_context().get_world_rank()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, f"shard-{rank}.pt").write_text("x" * 1000)
        upload = interrupted if rank == 1 else None
        train.report({"step": 1}, checkpoint=Checkpoint.from_directory(folder), checkpoint_upload_fn=upload)


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
