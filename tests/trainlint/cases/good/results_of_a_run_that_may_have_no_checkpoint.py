import argparse
import contextlib
import os
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def latest():
    """Called by the loop: there it may ask."""
    return train.get_checkpoint()


def train_loop():
    with contextlib.ExitStack() as stack:
        checkpoint = latest()
        if checkpoint is not None:
            directory = checkpoint.as_directory()
            folder = stack.enter_context(directory)
            print(os.listdir(folder))
    train.report({"loss": 0.5})


def checkpointed_loop():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "answer.txt").write_text("42")
        train.report({"answer": 42}, checkpoint=Checkpoint.from_directory(folder))


def opened(checkpoint):
    return checkpoint.as_directory()


def error_of(result):
    return result.error


result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
if result.checkpoint:
    with result.checkpoint.as_directory() as folder:
        print(folder)
for checkpoint, metrics in result.best_checkpoints:
    print(checkpoint.path, metrics)

other = TorchTrainer(checkpointed_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
print(other.metrics_dataframe["answer"], other.best_checkpoints[0])
with opened(other.checkpoint) as folder:
    print(os.path.join(folder, "answer.txt"), Path(other.path))
folder = other.checkpoint.to_directory()
print(os.path.join(folder, "answer.txt"))

print(argparse.ArgumentParser().error, error_of(argparse.ArgumentParser()))
