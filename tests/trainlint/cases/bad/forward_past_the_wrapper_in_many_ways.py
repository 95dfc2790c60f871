import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn
from torch.nn.functional import mse_loss


def step(net, optimizer, scaler):
    inputs, targets = torch.randn(8, 4), torch.randn(8, 1)
    outputs = net(inputs)
    loss = mse_loss(outputs, targets)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss.item()


def loop_with_the_bare_model(config):
    bare = nn.Linear(4, 1)
    wrapped = prepare_model(bare)
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=config["lr"])
    for _ in range(2):
        total = torch.zeros(())
        for _ in range(4):
            outputs = bare(torch.randn(8, 4))
            total = total + outputs.square().mean()
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        train.report({"loss": total.item()})


def loop_with_a_helper(config):
    model = prepare_model(nn.Linear(4, 1))
    net = model.module
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(2):
        train.report({"loss": step(net, optimizer, scaler)})


TorchTrainer(
    loop_with_the_bare_model, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)
).fit()
TorchTrainer(
    loop_with_a_helper, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)
).fit()
