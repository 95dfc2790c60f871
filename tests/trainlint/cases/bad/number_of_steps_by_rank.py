import ray
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model

FILES = ["a", "b", "c", "d", "e"]


def rank():
    return train.get_context().get_world_rank()


def step(model, inputs):
    loss = model(inputs).square().mean()
    loss.backward()
    return loss.detach()


def train_loop(config):
    model = prepare_model(torch.nn.Linear(4, 1))
    for _ in range(config["steps"] - rank()):
        step(model, torch.ones(8, 4))
    for name in sorted(FILES[rank() :: 2]):
        print(name)
        step(model, torch.ones(8, 4))
    mine = list(range(7))[rank() :: dist.get_world_size()]
    losses = [step(model, torch.full((1, 4), float(item))) for item in mine]
    parts = {0: [1, 2, 3], 1: [4, 5]}
    for item in parts[rank()]:
        train.report({"item": item})
    number, limit = 0, 3 if rank() else 4
    while number < limit:
        number += 1
        dist.barrier()
    for number in range(10):
        step(model, torch.ones(8, 4))
        if number == 5 + rank():
            break
    shard = train.get_dataset_shard("train")
    for batch in shard.iter_torch_batches(batch_size=32 if rank() == 0 else 16):
        step(model, batch["x"])
    train.report({"loss": float(sum(losses))})


TorchTrainer(train_loop, train_loop_config={"steps": 9}, datasets={"train": ray.data.range(64)},
             scaling_config=ScalingConfig(num_workers=2)).fit()
