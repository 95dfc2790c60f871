import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.distributed.fsdp import fully_shard


def train_loop():
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 1))
    for layer in model:
        fully_shard(layer)
    fully_shard(model)
    model(torch.randn(8, 4)).mean().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
