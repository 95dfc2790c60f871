import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))

    def forward(self, inputs):
        return self.layers(inputs)




def evaluate(model, batches):
    total = 0.0
    with torch.inference_mode():
        for _ in range(batches):
            total += model(torch.randn(64, 4)).square().mean().item()
    return total / batches


def train_loop():
    model = prepare_model(Net())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"error": evaluate(model, 4)})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
