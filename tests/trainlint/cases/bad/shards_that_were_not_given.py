import ray
from ray import train
from ray.train import DataConfig, ScalingConfig
from ray.train.torch import TorchTrainer

NAME = "validation"


def evaluate():
    shard = train.get_dataset_shard(dataset_name=NAME)
    return sum(1 for _ in shard.iter_torch_batches(batch_size=8))


def loop():
    first = train.get_dataset_shard("train")
    for epoch in range(3):
        for _ in first.iter_torch_batches(batch_size=8):
            pass
        if epoch % 2 == 0:
            train.report({"epoch": epoch, "batches": evaluate()})
        else:
            train.report({"epoch": epoch, "batches": 0})


datasets = {"train": ray.data.range(64), "val": ray.data.range(16)}
TorchTrainer(
    loop,
    datasets=datasets,
    dataset_config=DataConfig(["train", "test"]),
    scaling_config=ScalingConfig(num_workers=2),
).fit()
