# mends: R38
import tempfile

import torch
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch in range(3):
        metrics = state = {"epoch": epoch}
        with tempfile.TemporaryDirectory() as folder:
            torch.save(state, f"{folder}/model.pt")
            train.report(metrics, checkpoint=Checkpoint.from_directory(folder))


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
