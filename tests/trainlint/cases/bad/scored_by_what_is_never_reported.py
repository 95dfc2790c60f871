import tempfile

from ray import train
from ray.train import Checkpoint, CheckpointConfig, RunConfig
from ray.train.torch import TorchTrainer


def save(metrics):
    print(metrics)
    with tempfile.TemporaryDirectory() as folder:
        train.report({"epoch": 1, "seconds": 2.0}, checkpoint=Checkpoint.from_directory(folder))


def loop():
    save("nothing")


keep = CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="f1")
TorchTrainer(loop, run_config=RunConfig(checkpoint_config=keep)).fit()
