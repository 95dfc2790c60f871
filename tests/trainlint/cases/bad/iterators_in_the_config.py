import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader

loader = DataLoader(range(8), batch_size=2)
config = {"batches": iter(loader), "more": [open("out.txt", "a"), (n for n in range(3))]}
config_on_gpu = {"scale": torch.ones(1).to("cuda")}


def loop(config):
    train.report({"keys": len(config)})


TorchTrainer(loop, train_loop_config=config, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop, train_loop_config=config_on_gpu, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
