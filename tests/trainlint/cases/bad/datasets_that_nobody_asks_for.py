import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def rows():
    return ray.data.read_parquet("s3://bucket/rows").limit(64)


def batches(settings):
    return settings["rows"].iter_torch_batches(batch_size=8)


def loop(config):
    train.report({"batches": sum(1 for _ in batches(config))})


settings = {"rows": rows(), "epochs": 1}
TorchTrainer(
    loop,
    train_loop_config=settings,
    datasets={"train": ray.data.range(8)},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
