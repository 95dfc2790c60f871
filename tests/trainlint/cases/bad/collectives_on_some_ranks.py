"""Each in another style; RTL103 finds the marked ones."""

import torch
import torch.distributed as dist
from ray import train as t
from ray.train import ScalingConfig, collective
from ray.train.torch import TorchTrainer, prepare_model
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def on_main():
    return t.get_context().get_world_rank() == 0


def mean(value):
    dist.all_reduce(value)
    return value / dist.get_world_size()


def step(model, inputs):
    loss = model(inputs).square().mean()
    loss.backward()
    return loss.detach()


def train_loop():
    net = torch.nn.Linear(4, 1)
    model = prepare_model(net)
    if on_main():
        step(model, torch.ones(8, 4))  # found: backward, in a helper
    total = mean(torch.ones(1)) if on_main() else torch.zeros(1)  # found
    for epoch in range(3):
        if not on_main():
            continue
        dist.barrier()  # found
    if on_main():
        config = collective.broadcast_from_rank_zero({"epochs": 3})  # found
        print(config)
    on_main() and dist.broadcast(total, src=0)  # found
    t.report({"loss": total.item()})


class Saver:
    def save(self):
        model = FSDP(torch.nn.Linear(4, 1))
        if int(dist.get_rank()) == 0:
            torch.save(model.state_dict(), "model.pt")  # found


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=4)).fit()
