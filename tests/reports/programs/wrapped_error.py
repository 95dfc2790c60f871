# about: A known error below the learner's own
# shows: cause dataset_missing
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


class LoadingFailed(Exception):
    pass


def rows(name):
    try:
        return train.get_dataset_shard(name)  # here
    except KeyError as error:
        raise LoadingFailed(f"could not load {name}") from error


def train_loop(config):
    rows("evaluation")


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=2),
    datasets={"train": ray.data.range(8)},
).fit()
