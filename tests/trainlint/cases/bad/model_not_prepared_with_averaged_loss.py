import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def main(num_workers=2):
    def train_loop():
        größe = 4
        model = torch.nn.Linear(größe, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(3):
            loss = model(torch.randn(8, größe)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total = loss.detach()
            dist.all_reduce(total)
            train.report({"loss": total.item() / dist.get_world_size()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=num_workers)).fit()


main()
