import argparse

import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop():
    shard = train.get_dataset_shard("train")
    train.report({"batches": sum(1 for _ in shard.iter_torch_batches(batch_size=8))})


def small():
    # Everything is in memory already, so no task has to read it.
    data = ray.data.range(64).materialize()
    TorchTrainer(loop, datasets={"train": data}, scaling_config=ScalingConfig(num_workers=4)).fit()


def half():
    scaling = ScalingConfig(num_workers=6, resources_per_worker={"CPU": 0.5})
    TorchTrainer(loop, datasets={"train": ray.data.range(64)}, scaling_config=scaling).fit()


def elastic():
    scaling = ScalingConfig(num_workers=(1, 64))
    TorchTrainer(loop, datasets={"train": ray.data.range(64)}, scaling_config=scaling).fit()


def asked_for(workers):
    scaling = ScalingConfig(num_workers=workers, use_gpu=True)
    TorchTrainer(loop, datasets={"train": ray.data.range(64)}, scaling_config=scaling).fit()


ray.init(num_cpus=4)
parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=64)
small()
half()
elastic()
asked_for(parser.parse_args().workers)
