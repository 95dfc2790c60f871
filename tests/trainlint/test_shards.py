from __future__ import annotations

import pytest

from parsed_programs import module_of

HEAD = """
from functools import partial
from ray import train
from ray.train import DataConfig
from ray.train.torch import TorchTrainer
from elsewhere import config
def loop():
    shard = train.get_dataset_shard("train")
    for batch in shard.iter_torch_batches():
        pass
"""


def kinds(trainers: str) -> list[str]:
    return sorted(module_of(HEAD + trainers).collectives.all.values())


@pytest.mark.parametrize(
    "trainers",
    [
        "TorchTrainer(loop, datasets=data)",
        "TorchTrainer(loop, datasets=data, dataset_config=DataConfig())",
        "TorchTrainer(loop, datasets=data, dataset_config=DataConfig('all'))",
        "TorchTrainer(loop, datasets=data, dataset_config=DataConfig(datasets_to_split=['val', 'train']))",
    ],
)
def test_a_shard_of_a_divided_dataset_waits_for_every_rank(trainers: str) -> None:
    assert kinds(trainers) == ["iter_torch_batches"]


@pytest.mark.parametrize(
    "trainers",
    [
        "",
        "TorchTrainer(loop)",
        "TorchTrainer(loop, datasets=data, dataset_config=config)",
        "TorchTrainer(loop, datasets=data, dataset_config=DataConfig(**config))",
        "TorchTrainer(loop, datasets=data, dataset_config=DataConfig(datasets_to_split=['val']))",
        "TorchTrainer(loop, datasets=data)\nTorchTrainer(loop, datasets=data, dataset_config=config)",
        "TorchTrainer(loop, datasets=data, **config)",
    ],
)
def test_a_shard_that_may_be_whole_does_not(trainers: str) -> None:
    assert kinds(trainers) == []
