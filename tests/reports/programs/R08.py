# report: R08
# about: The workers take every CPU, and Ray Data needs one
# shows: lint RTL207
# shows: cause impossible_request
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for batch in train.get_dataset_shard("train").iter_batches(batch_size=16):
        print(len(batch["id"]))


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"CPU": 8}),  # here: cause
    datasets={"train": ray.data.range(64).map_batches(lambda batch: batch)},  # here: lint
).fit()
