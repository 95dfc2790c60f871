import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def train_loop():
    context = train.get_context()
    rank = context.get_world_rank()
    generator = torch.Generator().manual_seed(rank)
    model = prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        loss = model(torch.randn(8, 4, generator=generator)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        size = context.get_world_size()
        train.report(
            {
                "rank": rank,
                "node_rank": context.get_node_rank(),
                "worker": f"{rank} of {size}",
                "ranks": size,
                "loss": loss.item(),
                "of_rank_zero": loss.item() if rank == 0 else 0.0,
                "epoch": epoch,
            }
        )


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
