import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader, TensorDataset

ROWS = torch.linspace(0, 1, 64).unsqueeze(1)


def fit(model, optimizer, inputs):
    loss = model(inputs).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def by_number():
    context = train.get_context()
    model = train.torch.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (inputs,) in enumerate(DataLoader(TensorDataset(ROWS), batch_size=8)):
        if number % context.get_world_size() != context.get_world_rank():
            continue
        fit(model, optimizer, inputs)


def by_chunk():
    size = train.get_context().get_world_size()
    model = train.torch.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for (inputs,) in DataLoader(TensorDataset(ROWS), batch_size=8):
        fit(model, optimizer, inputs.chunk(size)[train.get_context().get_world_rank()])


TorchTrainer(by_number, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(by_chunk, scaling_config=ScalingConfig(num_workers=2)).fit()
