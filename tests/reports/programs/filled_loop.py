# about: A row that a function of Ray Data does not know
# shows: cause data_function_raised
import functools

import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def double(batch, column):
    return {"twice": batch[column] * 2}  # here


def train_loop(name, config):
    for batch in train.get_dataset_shard(name).iter_batches(batch_size=4):
        train.report({"rows": len(batch["twice"])})


rows = ray.data.range(16).map_batches(double, fn_kwargs={"column": "number"})
TorchTrainer(
    functools.partial(train_loop, "train"),
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=2),
    datasets={"train": rows},
).fit()
