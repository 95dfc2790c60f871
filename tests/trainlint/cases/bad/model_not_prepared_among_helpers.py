import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

WORKERS = 4


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)

    def forward(self, inputs):
        return self.layer(inputs)


def train_epoch(network, optimizer):
    loss = network(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_loop(config):
    model = Net()
    model = model.to(train.torch.get_device())
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for _ in range(3):
        train.report({"loss": train_epoch(model, optimizer)})


trainer = TorchTrainer(
    train_loop_per_worker=train_loop,
    train_loop_config={"lr": 0.1},
    scaling_config=ScalingConfig(num_workers=WORKERS),
)
trainer.fit()
