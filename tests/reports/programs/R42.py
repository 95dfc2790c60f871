# report: R42
# about: A score that is missing in some reports
# shows: cause score_missing
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch, error in enumerate([0.3, 0.2, 0.4]):
        metrics = {"error": error, "epoch": epoch} if epoch != 1 else {"epoch": epoch}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "epoch.txt").write_text(str(epoch))
            train.report(metrics, checkpoint=Checkpoint.from_directory(folder))


keep = CheckpointConfig(num_to_keep=1, checkpoint_score_attribute="error", checkpoint_score_order="min")  # here
result = TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(checkpoint_config=keep),
).fit()
print(result.best_checkpoints)
