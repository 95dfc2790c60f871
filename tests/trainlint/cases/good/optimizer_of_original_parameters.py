import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device, prepare_model
from torch import nn


def train_loop(config):
    net = nn.Linear(4, 1)
    head = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=config["lr"])
    head_optimizer = torch.optim.SGD(head.parameters(), lr=config["lr"])
    net = prepare_model(net, parallel_strategy="fsdp", parallel_strategy_kwargs={"use_orig_params": True})
    head = prepare_model(head)  # data parallel: the parameters stay what they are
    for _ in range(2):
        loss = head(net(torch.randn(8, 4, device=get_device()))).square().mean()
        optimizer.zero_grad()
        head_optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        head_optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(
    train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)
).fit()
