# report: R50
# about: A dataset that the trainer was not given
# shows: cause dataset_missing
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for split in ("train", "validation"):
        shard = train.get_dataset_shard(split)  # here
        print(split, sum(len(batch["id"]) for batch in shard.iter_batches()))


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    datasets={"train": ray.data.range(12), "valid": ray.data.range(4)},
).fit()
