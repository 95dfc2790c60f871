import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset


def train_loop(config):
    model = prepare_model(torch.nn.Linear(1, 1))
    shards = {name: train.get_dataset_shard(name) for name in config["names"]}
    for name in shards:
        for batch in shards[name].iter_torch_batches(batch_size=8):
            model(batch["x"]).mean().backward()
    rows = [row["x"] for row in train.get_dataset_shard("eval").iter_rows()]
    held = TensorDataset(torch.tensor(rows).unsqueeze(1))
    with torch.no_grad():
        for (inputs,) in DataLoader(held, batch_size=len(rows)):
            model(inputs)
    whole = train.get_dataset_shard("train").materialize()
    train.report({"rows": whole.count(), "first": rows[0]})


def with_one_worker():
    for batch in prepare_data_loader(train.get_dataset_shard("train").iter_torch_batches(batch_size=8)):
        print(batch)


def main(rows, held):
    TorchTrainer(
        train_loop,
        train_loop_config={"names": ["train"]},
        datasets={"train": rows, "eval": held},
        scaling_config=train.ScalingConfig(num_workers=2),
    ).fit()
    TorchTrainer(with_one_worker, datasets={"train": rows}).fit()
