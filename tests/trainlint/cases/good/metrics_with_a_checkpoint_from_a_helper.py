import tempfile

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def save(metrics):
    with tempfile.TemporaryDirectory() as folder:
        train.report(metrics, checkpoint=Checkpoint.from_directory(folder))


def train_loop():
    save({"loss": 0.0})


result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
print(result.metrics["loss"])
