import torch
import torch.distributed as dist
import torch.nn.functional as F
from ray import train
from ray.train import ScalingConfig
from ray.train.collective import broadcast_from_rank_zero
from ray.train.torch import TorchConfig, TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset


def mean_over_ranks(value):
    mean = torch.tensor(value)
    dist.all_reduce(mean)
    return mean.item() / dist.get_world_size()


def evaluate(model, batches):
    """On all of the data, so each rank comes to the same value."""
    with torch.no_grad():
        return sum(F.mse_loss(model(x), y).item() for x, y in batches)


def train_loop(config):
    rows = TensorDataset(torch.ones(10, 3), torch.ones(10, 1))
    model = prepare_model(torch.nn.Linear(3, 1))
    loader = prepare_data_loader(DataLoader(rows, batch_size=2, shuffle=True))
    for epoch in range(config["epochs"]):
        loader.sampler.set_epoch(epoch)
        total = 0.0
        for number, (x, y) in enumerate(loader):
            if number % 2 == 0:
                with model.no_sync():
                    loss = F.mse_loss(model(x), y) / 2
                    loss.backward()
                continue
            loss = F.mse_loss(model(x), y) / 2
            loss.backward()
            total += loss.item()
            if loss.item() > 3:
                print("a large loss")
                continue
        for x, _ in loader:
            if model(x).mean() > 1:
                break
        mean = mean_over_ranks(total)
        train.report({"loss": mean})
        if mean < config["enough"]:
            break
        if broadcast_from_rank_zero(total > 100):
            return
        if evaluate(model.module, DataLoader(rows, batch_size=5)) < config["enough"]:
            return


TorchTrainer(
    train_loop,
    train_loop_config={"epochs": 3, "enough": 0.1},
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=2),
).fit()
