import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device, prepare_model
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def batch():
    return torch.randn(8, 4, device="cuda")


def train_loop():
    rank = train.get_context().get_local_rank()
    head = prepare_model(nn.Linear(4, 1).cuda())
    tail = nn.Linear(1, 1).to(rank)
    place = torch.device(f"cuda:{rank}")
    body = DistributedDataParallel(nn.Linear(4, 4).to(get_device()), device_ids=[rank])
    optimizer = torch.optim.SGD([*head.parameters(), *body.parameters()], lr=0.1)
    for _ in range(2):
        loss = tail(head(body(batch())).to(place)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
