from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn, optim, randn


def gradients(model, optimizer):
    optimizer.zero_grad()
    loss = model(randn(8, 4)).square().mean()
    loss.backward()
    return loss.item()


def train_loop(config):
    model = prepare_model(nn.Linear(4, 1))
    optimizer = optim.SGD(model.parameters(), lr=config["lr"])
    scheduler = optim.lr_scheduler.StepLR(optimizer, 1)
    for _ in range(2):
        loss = gradients(model, optimizer)
        scheduler.step()
        train.report({"loss": loss})


TorchTrainer(train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)).fit()
