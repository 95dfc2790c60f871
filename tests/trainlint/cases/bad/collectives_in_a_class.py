import torch
import torch.distributed as dist
from accelerate import Accelerator
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


class Runner:
    def __init__(self):
        self.rank = train.get_context().get_world_rank()
        self.model = prepare_model(torch.nn.Linear(4, 1))

    def step(self):
        loss = self.model(torch.ones(8, 4)).square().mean()
        if self.rank == 0:
            loss.backward()

    def evaluate(self):
        total = torch.ones(1)
        dist.all_reduce(total)
        return total.item()

    def show(self):
        if self.rank == 0:
            print(self.evaluate())

    def meet(self):
        if self.rank == 0:
            train.report({"rank": 0})
            dist.barrier()
        else:
            dist.barrier()
            train.report({"rank": 1})

    def wait(self):
        accelerator = Accelerator()
        if accelerator.is_main_process:
            dist.barrier()
        if accelerator.is_local_main_process:
            accelerator.wait_for_everyone()


def train_loop():
    runner = Runner()
    for epoch in range(2 + runner.model.training):
        runner.step()
    runner.meet()
    runner.wait()
    train.report({"epoch": epoch})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
