# mends: R00
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.utils.data import DataLoader, TensorDataset


def train_loop(config):
    rank = train.get_context().get_world_rank()
    rows = torch.arange(24.0 if rank == 0 else 16.0).reshape(-1, 1)
    loader = DataLoader(TensorDataset(rows), batch_size=config["batch_size"])
    model = prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    with model.join():
        for batch in loader:
            loss = model(batch[0]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    train.report({"batches": len(loader)})


TorchTrainer(train_loop, train_loop_config={"batch_size": 4}, scaling_config=ScalingConfig(num_workers=2)).fit()
