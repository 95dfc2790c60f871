import ray
from my_project.loading import batches_of
from ray import train
from ray.train import ScalingConfig, get_dataset_shard
from ray.train import get_dataset_shard as shard_of
from ray.train.torch import TorchTrainer


def first():
    train.report({"batches": sum(1 for _ in batches_of("train"))})


def second(ask=get_dataset_shard):
    train.report({"batches": sum(1 for _ in ask("train").iter_torch_batches(batch_size=8))})


def renamed():
    train.report({"batches": sum(1 for _ in shard_of("train").iter_torch_batches(batch_size=8))})


def third(config):
    shard = config["data"].streaming_split(2)[train.get_context().get_world_rank()]
    train.report({"batches": sum(1 for _ in shard.iter_torch_batches(batch_size=8)) + config["rows"]})


rows = ray.data.range(64)
scaling = ScalingConfig(num_workers=2)
TorchTrainer(first, datasets={"train": rows}, scaling_config=scaling).fit()
TorchTrainer(second, datasets={"train": rows}, scaling_config=scaling).fit()
TorchTrainer(renamed, datasets={"train": rows}, scaling_config=scaling).fit()
TorchTrainer(first, datasets={}, scaling_config=scaling).fit()
TorchTrainer(third, train_loop_config={"data": rows, "rows": rows.count()}, scaling_config=scaling).fit()
