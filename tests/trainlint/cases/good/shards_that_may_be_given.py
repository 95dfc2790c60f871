import sys

import ray
from my_project.data import add_more
from ray import train
from ray.train import DataConfig, ScalingConfig
from ray.train.torch import TorchTrainer

NAMES = ["train"]


def loop(config):
    shard = train.get_dataset_shard(NAMES[0])
    batches = sum(1 for _ in shard.iter_torch_batches(batch_size=8))
    if config["evaluate"]:
        batches += sum(1 for _ in train.get_dataset_shard("eval").iter_torch_batches(batch_size=8))
    train.report({"batches": batches})


def other_loop():
    train.report({"rows": train.get_dataset_shard("extra").materialize().count()})


datasets = {"train": ray.data.range(64)}
if "--evaluate" in sys.argv:
    datasets["eval"] = ray.data.range(16)
TorchTrainer(
    loop,
    train_loop_config={"evaluate": "--evaluate" in sys.argv},
    datasets=datasets,
    dataset_config=DataConfig(datasets_to_split=["train", "eval"]),
    scaling_config=ScalingConfig(num_workers=2),
).fit()
TorchTrainer(
    loop,
    train_loop_config={"evaluate": False},
    datasets={"train": ray.data.range(64)},
    dataset_config=DataConfig(datasets_to_split="all"),
    scaling_config=ScalingConfig(num_workers=2),
).fit()

more = {"train": ray.data.range(64)}
add_more(more)
TorchTrainer(other_loop, datasets=more, scaling_config=ScalingConfig(num_workers=2)).fit()
