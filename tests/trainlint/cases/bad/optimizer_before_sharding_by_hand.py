import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device
from torch import nn, optim
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train_loop(config):
    device = get_device()
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).to(device)
    optimizer = optim.AdamW(net.parameters(), lr=config["lr"])
    model = FSDP(net)
    for _ in range(2):
        loss = model(torch.randn(8, 4, device=device)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(
    train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)
).fit()
