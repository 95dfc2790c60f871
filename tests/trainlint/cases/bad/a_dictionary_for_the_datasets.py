import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

NAMES = ("train", "test")


def train_loop():
    train.report({"rows": sum(1 for _ in train.get_dataset_shard("train").iter_rows())})


def make(whole):
    config = dict(train="split") if whole else {"train": "split", "test": "whole"}
    return TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        datasets={name: ray.data.range(128) for name in NAMES},
        dataset_config=config,
    )


make(True).fit()
