import ray
from ray import train
from ray.train import DataConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"rows": sum(1 for _ in train.get_dataset_shard("train").iter_rows())})


def make(**options):
    return TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        datasets={"train": ray.data.range(128)},
        **options,
    )


make(dataset_config=DataConfig(datasets_to_split="all")).fit()
TorchTrainer(
    train_loop,
    scaling_config=ScalingConfig(num_workers=2),
    datasets={"train": ray.data.range(128)},
    dataset_config={},
).fit()
