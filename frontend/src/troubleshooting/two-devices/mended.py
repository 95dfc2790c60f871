"""Every tensor of the loop is made on the device that Ray Train gave to the rank."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    device = train.torch.get_device()
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for step in range(10):
        inputs = torch.randn(32, 4, device=device)
        loss = model(inputs).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item(), "step": step})


TorchTrainer(
    loop,
    train_loop_config={"lr": 0.1},
    scaling_config=ScalingConfig(num_workers=2, use_gpu=torch.cuda.is_available()),
).fit()
print("Training is over.")
