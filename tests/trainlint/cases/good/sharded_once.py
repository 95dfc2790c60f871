import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, DistributedSampler, Subset, TensorDataset


def fit(model, optimizer, inputs):
    loss = model(inputs).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_loop():
    context = train.get_context()
    rank, world_size = context.get_world_rank(), context.get_world_size()
    model = prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows = TensorDataset(torch.arange(64.0).unsqueeze(1))

    # A loader that has such a sampler keeps it.
    kept = DataLoader(rows, batch_size=8, sampler=DistributedSampler(rows, shuffle=False))
    for (inputs,) in prepare_data_loader(kept):
        fit(model, optimizer, inputs)

    half = 64 // world_size
    part = Subset(rows, range(rank * half, (rank + 1) * half))
    moved = prepare_data_loader(DataLoader(part, batch_size=8), add_dist_sampler=False)
    for (inputs,) in moved:
        fit(model, optimizer, inputs)

    # The same rows of each node, divided within it.
    inner = DistributedSampler(part, num_replicas=context.get_local_world_size(), rank=context.get_local_rank())
    inner.set_epoch(0)
    for (inputs,) in DataLoader(part, batch_size=8, sampler=inner):
        fit(model, optimizer, inputs)

    head = TensorDataset(torch.arange(64.0).unsqueeze(1)[8:])
    for (inputs,) in prepare_data_loader(DataLoader(head, batch_size=8)):
        fit(model, optimizer, inputs)
    train.report({"rank": rank})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
