"""The metric that checkpoints are kept by stands in each report."""

import json
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    for epoch, (loss, accuracy) in enumerate([(0.9, 0.3), (0.4, 0.7), (0.5, 0.6)]):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "epoch.json").write_text(json.dumps(epoch))
            train.report({"loss": loss, "accuracy": accuracy}, checkpoint=Checkpoint.from_directory(folder))


keep = CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="loss", checkpoint_score_order="min")
result = TorchTrainer(
    train_loop,
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(checkpoint_config=keep),
).fit()
print([metrics for _, metrics in result.best_checkpoints])
