# mends: R58
import ray.train.torch
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    torch.manual_seed(train.get_context().get_world_rank())
    model = torch.nn.Linear(3, 1)
    model = ray.train.torch.prepare_model(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(4):
        rows = torch.randn(8, 3)
        loss = (model(rows) - rows.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"step": step})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
