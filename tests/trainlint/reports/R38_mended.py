"""A folder that Ray Train may keep until it has been uploaded, and deletes itself."""

import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, CheckpointUploadMode, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    for step in range(3):
        folder = tempfile.mkdtemp()
        rank = train.get_context().get_world_rank()
        Path(folder, f"part-{rank}.bin").write_bytes(bytes(1000))
        train.report(
            {"step": step},
            checkpoint=Checkpoint.from_directory(folder),
            checkpoint_upload_mode=CheckpointUploadMode.ASYNC,
        )


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
