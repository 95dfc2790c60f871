"""What Ray Train prints is set by its logging configuration."""

from ray import train
from ray.train import CheckpointConfig, LoggingConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 0.5})


quiet = RunConfig(
    name="quiet",
    logging_config=LoggingConfig(log_level="WARNING"),
    checkpoint_config=CheckpointConfig(num_to_keep=2),
)
TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2), run_config=quiet).fit()
