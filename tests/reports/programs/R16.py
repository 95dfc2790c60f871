# report: R16
# about: Two ranks on one GPU with NCCL
# shows: lint RTL205
# not run: needs a GPU that two workers share; the linter says it
import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop(config):
    prepare_model(torch.nn.Linear(1, 1))


scaling = ScalingConfig(num_workers=2, use_gpu=True, resources_per_worker={"GPU": 0.5})  # here
TorchTrainer(train_loop, train_loop_config={}, scaling_config=scaling).fit()
