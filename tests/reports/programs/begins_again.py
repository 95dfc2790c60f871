# about: A restart that begins at 0
# shows: cause restarted_at_zero
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

MARK = Path(tempfile.gettempdir(), "failed-once")


def train_loop(config):
    for epoch in range(3):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "epoch.txt").write_text(str(epoch))
            train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))
        if epoch == 1 and not MARK.exists():
            MARK.write_text("failed once")
            raise ConnectionError("the storage did not answer")


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=1)),  # here
).fit()
