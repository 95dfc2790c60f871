import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, DistributedSampler


def batches(name):
    return train.get_dataset_shard(name).iter_torch_batches(batch_size=8)


def make_loader(dataset):
    sampler = DistributedSampler(dataset, shuffle=False)
    return DataLoader(dataset, batch_size=8, sampler=sampler)


def train_loop():
    model = prepare_model(torch.nn.Linear(1, 1))
    shard = train.get_dataset_shard("train")
    steps = len(shard) // 8
    for inputs in make_loader(shard):
        model(inputs).mean().backward()
    for batch in prepare_data_loader(batches("train")):
        model(batch["x"]).mean().backward()
    first = shard[0]
    total = sum(row["x"] for row in shard)
    train.report({"steps": steps, "first": first["x"], "total": total})


def main(rows):
    TorchTrainer(
        train_loop, datasets={"train": rows}, scaling_config=train.ScalingConfig(num_workers=2)
    ).fit()
