import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model

FILES = ["a", "b", "c", "d", "e", "f"]


def step(model, inputs):
    loss = model(inputs).square().mean()
    loss.backward()
    return loss.item()


def train_loop(config):
    context = train.get_context()
    rank, world_size = context.get_world_rank(), context.get_world_size()
    model = prepare_model(torch.nn.Linear(4, 1))
    for _ in range(rank):
        print("each rank for itself")
    with model.join():
        for _ in range(10 - rank):
            step(model, torch.ones(8, 4))
        for row in config["rows"][rank::world_size]:
            step(model, torch.tensor(row))
    for name in FILES[rank::2]:
        train.report({"loss": 0.0, "name": name})
    rows = config["rows"]
    rows = rows[: len(rows) // world_size * world_size]
    for row in rows[rank::world_size]:
        step(model, torch.tensor(row))
    for number in range(rank, 2 * config["rounds"] // 2 * 2, world_size):
        step(model, torch.full((1, 4), float(number)))
    each = len(config["rows"]) // world_size
    for row in config["rows"][rank * each : (rank + 1) * each]:
        step(model, torch.tensor(row))
    for number in range(rank, rank + 4):
        step(model, torch.full((1, 4), float(number)))
    collected = ["a"]
    collected.extend(config["names"])
    for name in collected[rank::world_size]:
        print(name)
    train.report({"loss": 0.0, "name": ""})


TorchTrainer(
    train_loop,
    train_loop_config={"rows": [[0.0, 0.0, 0.0, 0.0]], "rounds": 2, "names": []},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
