# report: R56
# about: A device given to DDP by hand
# shows: cause device_by_hand
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.nn.parallel import DistributedDataParallel


def train_loop(config):
    local_rank = train.get_context().get_local_rank()
    model = torch.nn.Linear(2, 2)
    model = DistributedDataParallel(model, device_ids=[local_rank], output_device=local_rank)  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
