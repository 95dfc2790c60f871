# about: CUDA by name on a worker without a GPU
# shows: cause cuda_missing
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    model = torch.nn.Linear(2, 1).to("cuda:0")  # here
    train.report({"parameters": sum(weight.numel() for weight in model.parameters())})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
