import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

ROWS = 1024 * 1024
table = torch.zeros(ROWS, 64, dtype=torch.float16)


def loop(config):
    train.report({"rows": len(config["table"])})


TorchTrainer(
    loop, train_loop_config={"table": table}, scaling_config=ScalingConfig(num_workers=2)
).fit()
