# about: A path in place of a checkpoint
# shows: cause not_a_checkpoint
import tempfile

import torch
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    d = tempfile.mkdtemp()
    torch.save({"w": 1}, d + "/m.pt")
    train.report({"i": 1}, checkpoint=d)  # here


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=1)).fit()
