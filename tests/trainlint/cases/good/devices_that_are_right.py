import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device, prepare_model
from torch import nn


def loop_on_the_current_gpu():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    print(f"{device} and not cuda:0", torch.cuda.get_device_name("cuda:0"))
    for _ in range(2):
        with torch.autocast("cuda"):
            loss = model(torch.randn(8, 4).cuda()).square().mean()
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        train.report({"loss": loss.item(), "device": "cuda"})


def loop_on_what_there_is():
    model = prepare_model(nn.Linear(4, 1))
    inputs = torch.randn(8, 4, device=get_device())
    if torch.cuda.is_available():
        inputs = inputs.cuda()
    train.report({"loss": model(inputs).mean().item()})


def loop_of_one():
    inputs = torch.randn(8, 4, device="cuda:0")
    train.report({"mean": inputs.mean().item()})


TorchTrainer(loop_on_the_current_gpu, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
TorchTrainer(loop_on_what_there_is, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(loop_of_one, scaling_config=ScalingConfig(num_workers=1, use_gpu=True)).fit()
