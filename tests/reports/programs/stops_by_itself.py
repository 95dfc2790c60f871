# about: A rank that stops early by its own loss
# shows: lint RTL104
# shows: stall early_return
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(4, 1))
    for epoch in range(8):
        rows, targets = torch.randn(8, 4) / 100, torch.full((8, 1), 4.0 * rank)
        loss = (model(rows) - targets).square().mean()  # here: stall
        loss.backward()
        train.report({"loss": loss.item(), "epoch": epoch})
        if loss.item() < 1.0:  # here: lint
            break


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
