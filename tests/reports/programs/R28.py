# report: R28
# about: An argument of Train V1's prepare_model
# shows: cause old_api
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    model = train.torch.prepare_model(torch.nn.Linear(4, 2), wrap_ddp=False)  # here
    print(model)


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
