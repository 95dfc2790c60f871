import ray
import torch
from ray import train
from ray.train import DataConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def evaluate(model, shard):
    with torch.no_grad():
        return sum(model(batch["x"]).sum().item() for batch in shard.iter_torch_batches(batch_size=8))


def train_loop():
    model = prepare_model(torch.nn.Linear(1, 1))
    shard = train.get_dataset_shard("train")
    for epoch in range(3):
        for batch in shard.iter_torch_batches(batch_size=8):
            model(batch["x"]).sum().backward()
        value = 0.0
        if train.get_context().get_world_rank() == 0:
            value = evaluate(model.module, train.get_dataset_shard("val"))
        train.report({"value": value, "epoch": epoch})


rows = ray.data.from_items([{"x": [float(i)]} for i in range(64)])
TorchTrainer(
    train_loop, datasets={"train": rows, "val": rows}, dataset_config=DataConfig(datasets_to_split=["train"]), scaling_config=ScalingConfig(num_workers=2)
).fit()
