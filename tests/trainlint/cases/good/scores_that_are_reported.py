import tempfile

from my_project.metrics import measured
from ray import train
from ray.train import Checkpoint, CheckpointConfig, RunConfig
from ray.train.torch import TorchTrainer


def at_once():
    with tempfile.TemporaryDirectory() as folder:
        train.report({"val/loss": 1.0}, checkpoint=Checkpoint.from_directory(folder))


def from_elsewhere():
    with tempfile.TemporaryDirectory() as folder:
        train.report(measured(), checkpoint=Checkpoint.from_directory(folder))


def added_later():
    metrics = {"epoch": 1}
    metrics["val/loss"] = 0.5
    with tempfile.TemporaryDirectory() as folder:
        train.report(metrics, checkpoint=Checkpoint.from_directory(folder))


keep = CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="val/loss", checkpoint_score_order="min")
run_config = RunConfig(checkpoint_config=keep)
TorchTrainer(at_once, run_config=run_config).fit()
TorchTrainer(from_elsewhere, run_config=run_config).fit()
TorchTrainer(added_later, run_config=run_config).fit()
CheckpointConfig(checkpoint_score_attribute="loss_reduction")
CheckpointConfig(checkpoint_score_attribute="negative_loss")
CheckpointConfig(checkpoint_score_attribute="closeness")
CheckpointConfig(checkpoint_score_attribute="accuracy")
