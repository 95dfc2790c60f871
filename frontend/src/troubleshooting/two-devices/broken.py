"""The model is on one device, and a tensor that the loop makes is on another."""

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

# Where the forgotten tensor stays. On a machine with a GPU the model moves to the GPU, and this is the CPU.
# Without one, torch's `meta` device stands in for the other device: it has shapes and no data.
ELSEWHERE = "cpu" if torch.cuda.is_available() else "meta"


def loop(config):
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for step in range(10):
        inputs = torch.randn(32, 4, device=ELSEWHERE)
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
