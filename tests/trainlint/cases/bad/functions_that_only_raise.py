import ray.train.torch as rt
import torch
from ray import train
from ray.train.torch.train_loop_utils import prepare_model


def step(model, optimizer):
    loss = model(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    rt.backward(loss)
    optimizer.step()
    return loss.item()


def train_loop():
    rt.accelerate(amp=True)
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = rt.prepare_optimizer(torch.optim.SGD(model.parameters(), lr=0.1))
    train.report({"loss": step(model, optimizer)})
