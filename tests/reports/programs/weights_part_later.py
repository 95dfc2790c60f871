# about: Weights that are changed on one rank
# shows: cause ranks_part
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(4):
        loss = model(torch.ones(4, 2)).square().mean()
        optimizer.zero_grad()
        loss.backward()  # here
        optimizer.step()
        if rank == 1 and step == 1:
            with torch.no_grad():
                model.module.weight.mul_(0.5)
        train.report({"step": step})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
