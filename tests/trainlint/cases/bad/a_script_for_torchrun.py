import torch
import torch.distributed as dist
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn


def train_loop(config):
    dist.init_process_group("gloo")
    device = torch.device("cuda:0")
    model = prepare_model(nn.Linear(4, 1))
    criterion = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for _ in range(3):
        running = 0.0
        for _ in range(10):
            inputs, targets = torch.randn(8, 4).to(device), torch.randn(8, 1).cuda()
            outputs = model(inputs)
            loss = criterion(outputs, targets)
            loss.backward()
            optimizer.step()
            running += loss
        average = running / 10
        report({"loss": average, "accuracy": (outputs > targets).float().mean(), "ranks": dist.get_world_size()})
    dist.destroy_process_group()


TorchTrainer(train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)).fit()
