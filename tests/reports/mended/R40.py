# mends: R40
import os
import tempfile

import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.nn.parallel import DistributedDataParallel


def train_loop(config):
    model = prepare_model(torch.nn.Linear(3, 1))
    with tempfile.TemporaryDirectory() as folder:
        bare = model.module if isinstance(model, DistributedDataParallel) else model
        torch.save(bare.state_dict(), os.path.join(folder, "model.pt"))
        fresh = torch.nn.Linear(3, 1)
        fresh.load_state_dict(torch.load(os.path.join(folder, "model.pt")))


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
