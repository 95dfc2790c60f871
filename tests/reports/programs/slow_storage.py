# about: Checkpoints that take longer than training
# shows: cause report_pause
import tempfile
import time
from pathlib import Path

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def through_a_thin_line(checkpoint, name):
    time.sleep(0.6)
    storage = train.get_context().get_storage()
    target = Path(storage.experiment_fs_path, name)
    target.mkdir(parents=True, exist_ok=True)
    (target / "weights.pt").write_text("w" * 1000)
    return Checkpoint(str(target))


def train_loop(config):
    for epoch in range(6):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "weights.pt").write_text("w" * 1000)
            rank = train.get_context().get_world_rank()
            slow = through_a_thin_line if rank == 0 else None
            saved = Checkpoint.from_directory(folder) if rank == 0 else None
            train.report({"epoch": epoch}, checkpoint=saved, checkpoint_upload_fn=slow)  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
