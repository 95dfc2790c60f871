"""A shard is asked for by the name that its dataset was given under."""

import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

TRAINING = "train"


def train_loop():
    shard = train.get_dataset_shard(TRAINING)
    for _ in range(2):
        rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=4))
        train.report({"rows": rows})


TorchTrainer(
    train_loop,
    scaling_config=ScalingConfig(num_workers=1),
    datasets={TRAINING: ray.data.range(16)},
).fit()
