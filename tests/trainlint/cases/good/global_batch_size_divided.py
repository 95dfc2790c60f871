import torch
from ray import train
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader, TensorDataset

WORKERS = 4
global_batch_size = 64


def train_loop(config):
    model = train.torch.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows = TensorDataset(torch.linspace(0, 1, 256).unsqueeze(1))
    global_batch_size = config["global_batch_size"]
    share = global_batch_size // train.get_context().get_world_size()
    first = train.torch.prepare_data_loader(DataLoader(rows, batch_size=share))
    second = train.torch.prepare_data_loader(DataLoader(rows, batch_size=config["total_batch_size"]))
    for loader in (first, second):
        for (inputs,) in loader:
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    train.report({"loss": loss.item()})


TorchTrainer(
    train_loop,
    train_loop_config={"global_batch_size": global_batch_size, "total_batch_size": global_batch_size // WORKERS},
    scaling_config=train.ScalingConfig(num_workers=WORKERS),
).fit()
