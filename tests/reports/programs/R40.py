# report: R40
# about: The prefix module. in a saved model
# shows: cause state_dict_mismatch
import tempfile
from pathlib import Path

import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop(config):
    trained = prepare_model(torch.nn.Linear(3, 1))
    with tempfile.TemporaryDirectory() as folder:
        torch.save(trained.state_dict(), Path(folder, "model.pt"))
        fresh = torch.nn.Linear(3, 1)
        fresh.load_state_dict(torch.load(Path(folder, "model.pt")))  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
