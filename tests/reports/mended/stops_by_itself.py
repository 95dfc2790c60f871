# mends: stops_by_itself
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(4, 1))
    for epoch in range(8):
        rows, targets = torch.randn(8, 4) / 100, torch.full((8, 1), 4.0 * rank)
        loss = (model(rows) - targets).square().mean()
        loss.backward()
        train.report({"loss": loss.item(), "epoch": epoch})
        wants_to_stop = loss.item() < 1.0
        stop = torch.tensor(float(wants_to_stop))
        dist.all_reduce(stop, op=dist.ReduceOp.MAX)
        if stop.item():  # the same on every rank
            break


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
