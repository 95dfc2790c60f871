import numpy as np
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset

WEIGHTS = torch.randn(4, 1)


def fit(model, optimizer, inputs):
    loss = model(inputs).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def seeded_by_rank():
    torch.manual_seed(train.get_context().get_world_rank())
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        fit(model, optimizer, torch.randn(8, 4))


def seeded_for_the_model_only():
    torch.manual_seed(0)
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.manual_seed(dist.get_rank())
    random = np.random.default_rng(100 + dist.get_rank())
    for _ in range(10):
        fit(model, optimizer, torch.randn(8, 4))
        fit(model, optimizer, torch.from_numpy(random.standard_normal((8, 4), dtype=np.float32)))


def not_seeded():
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        fit(model, optimizer, torch.randn(8, 4))


def divided_by_a_sampler():
    torch.manual_seed(0)
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    inputs = torch.randn(64, 4)
    loader = prepare_data_loader(DataLoader(TensorDataset(inputs, inputs @ WEIGHTS), batch_size=8))
    for inputs, _ in loader:
        fit(model, optimizer, inputs + 0.1 * torch.randn(8, 4))


TorchTrainer(seeded_by_rank, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(seeded_for_the_model_only, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(not_seeded, scaling_config=ScalingConfig(num_workers=2)).fit()
TorchTrainer(divided_by_a_sampler, scaling_config=ScalingConfig(num_workers=2)).fit()
