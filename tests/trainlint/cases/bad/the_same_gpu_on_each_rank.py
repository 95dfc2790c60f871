import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Step:
    def __init__(self, model):
        self.device = "cuda:0" if torch.cuda.is_available() else "cpu"
        self.model = model

    def __call__(self, inputs):
        return self.model(inputs.to("cuda:0", non_blocking=True)).square().mean()


def train_loop(config):
    torch.cuda.set_device(0)
    place = "cuda:0" if torch.cuda.is_available() else "cpu"
    model = DDP(nn.Linear(4, 1).cuda(0), device_ids=[0])
    step = Step(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for _ in range(2):
        loss = step(torch.randn(8, 4).to(place))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(
    train_loop,
    train_loop_config={"lr": 0.1},
    torch_config=TorchConfig(backend="nccl"),
    scaling_config=ScalingConfig(num_workers=4, use_gpu=True),
).fit()
