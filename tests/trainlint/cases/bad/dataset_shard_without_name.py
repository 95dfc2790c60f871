import ray.data
from ray.train import ScalingConfig, report
from ray.train import get_dataset_shard as shard_of
from ray.train.torch import TorchTrainer

NOTHING = None


def batches(name=None):
    return shard_of(dataset_name=name).iter_batches(batch_size=8)


def train_loop():
    first = sum(len(batch["id"]) for batch in batches())
    second = sum(1 for _ in shard_of(NOTHING).iter_rows())
    named = sum(1 for name in ("train", "eval") for _ in shard_of(name).iter_rows())
    report({"first": first, "second": second, "named": named})


trainer = TorchTrainer(
    train_loop,
    datasets={"train": ray.data.range(64), "eval": ray.data.range(16)},
    scaling_config=ScalingConfig(num_workers=2),
)
trainer.fit()
