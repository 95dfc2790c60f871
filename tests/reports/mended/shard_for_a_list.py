# mends: shard_for_a_list
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_func(config):
    rows = 0
    shard = train.get_dataset_shard("train")
    for batch in shard.iter_torch_batches(batch_size=32):
        rows += len(batch["id"])
    train.report({"rows": rows})


TorchTrainer(
    train_func,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    datasets={"train": ray.data.range(16)},
).fit()
