# about: A learning rate that is too large
# shows: cause loss_not_finite
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop(config):
    torch.manual_seed(0)
    rows = torch.randn(64, 4)
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for epoch in range(40):
        loss = (model(rows) - rows.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"epoch": epoch, "loss": loss.item()})  # here


TorchTrainer(train_loop, train_loop_config={"lr": 30.0}, scaling_config=ScalingConfig(num_workers=2)).fit()
