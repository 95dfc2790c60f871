import torch
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset


def build_loader(rows, batch_size, shuffle=True):
    loader = DataLoader(rows, batch_size=batch_size, shuffle=shuffle)
    return prepare_data_loader(loader)


def train_loop(config):
    rows = TensorDataset(torch.linspace(0, 1, 256).reshape(64, 4))
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    training = build_loader(rows, 8)
    testing = build_loader(rows, 8, shuffle=False)
    for epoch in range(config["epochs"]):
        for (inputs,) in training:
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            report({"epoch": epoch, "mean": sum(model(inputs).mean().item() for (inputs,) in testing)})


TorchTrainer(
    train_loop, train_loop_config={"lr": 0.1, "epochs": 3}, scaling_config=ScalingConfig(num_workers=2)
).fit()
