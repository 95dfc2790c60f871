import ray.data
from ray.train import ScalingConfig, get_dataset_shard, report
from ray.train.torch import TorchTrainer


def rows_of(name=None):
    return sum(1 for _ in get_dataset_shard(name or "train").iter_rows())


def train_loop(config):
    counts = {name: rows_of(name) for name in config["names"]}
    counts["again"] = rows_of()
    report(counts)


TorchTrainer(
    train_loop,
    train_loop_config={"names": ["train", "eval"]},
    datasets={"train": ray.data.range(64), "eval": ray.data.range(16)},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
