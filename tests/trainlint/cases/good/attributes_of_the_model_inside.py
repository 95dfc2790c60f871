import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def loop_on_several():
    net = nn.Linear(4, 1)
    size = net.in_features
    net = prepare_model(net)
    sharded = prepare_model(nn.Linear(4, 1), parallel_strategy="fsdp")
    inner = net.module if hasattr(net, "module") else net
    if not isinstance(net, nn.parallel.DistributedDataParallel):
        print(net.bias)
    net.steps = 0
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        loss = net(torch.randn(8, size)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.steps += 1
        train.report({"loss": loss.item(), "bias": inner.bias.item(), "steps": net.steps, "size": sharded.in_features})


def loop_on_one():
    model = prepare_model(nn.Linear(4, 1))
    train.report({"bias": model.bias.item()})


TorchTrainer(loop_on_several, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
TorchTrainer(loop_on_one, scaling_config=ScalingConfig(num_workers=1)).fit()
