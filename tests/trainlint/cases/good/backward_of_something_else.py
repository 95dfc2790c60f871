import torch
from accelerate import Accelerator
from ray import train


def train_loop():
    accelerator = Accelerator()
    model = torch.nn.Linear(4, 1)
    model, optimizer = accelerator.prepare(model, torch.optim.SGD(model.parameters(), lr=0.1))
    loss = model(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    accelerator.backward(loss)
    optimizer.step()
    train.report({"loss": loss.item()})
