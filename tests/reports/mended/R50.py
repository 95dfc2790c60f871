# mends: R50
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    shard = train.get_dataset_shard("train")
    print("train", sum(len(batch["id"]) for batch in shard.iter_batches()))
    shard = train.get_dataset_shard("validation")
    print("validation", sum(len(batch["id"]) for batch in shard.iter_batches()))


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    datasets={"train": ray.data.range(12), "validation": ray.data.range(4)},
).fit()
