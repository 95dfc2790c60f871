# about: A rank that leaves a batch out after an error
# shows: lint RTL114
# shows: stall error_skipped
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(6):
        columns = 5 if rank == 1 and step == 2 else 4
        try:
            loss = model(torch.randn(8, columns)).square().mean()  # here: stall
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        except RuntimeError as error:  # here: lint
            print(f"step {step} left out: {error}")
    train.report({"loss": loss.item()})


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
