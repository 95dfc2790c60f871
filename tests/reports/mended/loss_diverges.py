# mends: loss_diverges
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
        if not torch.isfinite(loss):
            raise ValueError(f"the loss is {loss.item()}")
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        train.report({"epoch": epoch, "loss": loss.item()})


TorchTrainer(train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)).fit()
