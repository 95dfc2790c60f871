import torch
from accelerate import Accelerator
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    accelerator = Accelerator()
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = accelerator.prepare(model, optimizer)
    accelerator.backward(model(torch.randn(8, 4)).mean())
    optimizer.step()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
