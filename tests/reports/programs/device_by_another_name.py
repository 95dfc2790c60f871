# about: A device by a name that torch has not
# shows: cause device_not_known
import torch
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    print(torch.nn.Linear(2, 2).to("gpu"))  # here
    train.report({"x": 1})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
