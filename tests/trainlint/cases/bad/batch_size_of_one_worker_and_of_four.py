import torch
from ray import train
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader, TensorDataset

BATCH = 16


def train_loop():
    model = train.torch.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows = TensorDataset(torch.linspace(0, 1, 256).unsqueeze(1))
    for (inputs,) in train.torch.prepare_data_loader(DataLoader(rows, batch_size=BATCH)):
        loss = model(inputs).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    train.report({"loss": loss.item()})


alone = train.ScalingConfig(num_workers=1)
together = train.ScalingConfig(num_workers=4)
TorchTrainer(train_loop, scaling_config=alone).fit()
TorchTrainer(train_loop, scaling_config=together).fit()
