# report: R30
# about: Metrics are rank 0's and no mean
# shows: cause metrics_of_rank_zero
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    rank = train.get_context().get_world_rank()
    for epoch in range(3):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, f"rank-{rank}.txt").write_text(str(epoch))
            accuracy = 0.9 if rank == 0 else 0.2
            metrics = {"accuracy": accuracy, "epoch": epoch}
            train.report(metrics, checkpoint=Checkpoint.from_directory(folder))  # here


result = TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
print(result.metrics["accuracy"])
