import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=0, world_size=1)
    train.report({"epoch": 0})
    dist.destroy_process_group()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=0)).fit()
