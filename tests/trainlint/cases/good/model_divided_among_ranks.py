import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module
from torch.utils.data import DataLoader, TensorDataset


def train_loop():
    mesh = init_device_mesh("cpu", (train.get_context().get_world_size(),))
    model = parallelize_module(torch.nn.Linear(4, 4), mesh, ColwiseParallel())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows = TensorDataset(torch.linspace(0, 1, 256).reshape(64, 4))
    for (inputs,) in DataLoader(rows, batch_size=8):  # each rank needs every row for its part of the model
        loss = model(inputs).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    train.report({"loss": loss.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
