# about: The length of a shard of Ray Data
# shows: lint RTL130
# shows: cause shard_misused
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_func(config):
    shard = train.get_dataset_shard("train")
    train.report({"rows": len(shard)})  # here


TorchTrainer(
    train_func,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    datasets={"train": ray.data.range(16)},
).fit()
