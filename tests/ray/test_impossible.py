"""Requests that the sandbox's cluster can never meet end in seconds, and all others are left alone."""

from __future__ import annotations

import asyncio

import pytest

from controlled_runs import Told, run_all

pytestmark = [pytest.mark.ray, pytest.mark.timeout(200)]

REFUSED_SECONDS = 5.0
"""From the request to the end of the run, its processes ended: far below the minute after which Ray says a word."""

PROGRAM = """import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop():
    {reads}
    train.report({{"size": train.get_context().get_world_size()}})

TorchTrainer(
    loop,
    scaling_config=ScalingConfig({scaling}),{datasets}
).fit()
"""
READS = 'rows = sum(len(batch["id"]) for batch in train.get_dataset_shard("train").iter_batches(batch_size=4))'
DATASETS = '\n    datasets={"train": ray.data.range(64)},'


def program(scaling: str, reads: str = "", datasets: str = "") -> str:
    return PROGRAM.format(scaling=scaling, reads=reads or "pass", datasets=datasets)


IMPOSSIBLE = {
    "workers": (program("num_workers=40"), 1),
    "gpu": (program("num_workers=2, use_gpu=True"), 1),
    "key": (program('num_workers=2, resources_per_worker={"cpu": 1}'), 1),
    "label": (program('num_workers=2, label_selector={"zone": "east"}'), 1),
    "one node": (program('num_workers=1, resources_per_worker={"CPU": 20}'), 2),
    "data": (program("num_workers=16", READS, DATASETS), 1),
}
TITLES = {
    "workers": "40 workers with 1 CPU each can never start: there is room for 16",
    "gpu": "The workers ask for GPUs, and this cluster has none",
    "key": 'No node of this cluster has the resource "cpu"',
    "label": "No node of this cluster has the label zone=east",
    "one node": "One worker with 20 CPUs fits on no node: the largest has 16 CPUs",
    "data": 'The workers take every CPU, and none is left to read the dataset "train"',
}
POSSIBLE = {
    "two workers": (program("num_workers=2"), 1),
    "elastic": (program("num_workers=(1, 2)"), 1),
    "two nodes": (program('num_workers=2, resources_per_worker={"CPU": 12}'), 2),
    "fractions": (program('num_workers=2, resources_per_worker={"CPU": 0.5}'), 1),
    "data": (program("num_workers=2", READS, DATASETS), 1),
    "a label that it has not": (program('num_workers=1, label_selector={"zone": "!east"}'), 1),
}


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    return asyncio.run(run_all(tmp_path_factory.mktemp("r"), IMPOSSIBLE))


@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_what_can_never_start_ends_at_once_with_its_reason(refused: dict[str, Told], kind: str) -> None:
    told = refused[kind]
    assert told.finished.end == "impossible_request", told.finished
    assert told.diagnosis.title == TITLES[kind]
    assert told.diagnosis.where is not None
    assert told.diagnosis.where.text.startswith("scaling_config=ScalingConfig(")
    assert told.diagnosis.mend.startswith("Either ")
    assert told.seconds < REFUSED_SECONDS


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("workers", "RTL206"),
        ("gpu", "RTL206"),
        ("key", "RTL204"),
        ("label", "RTL226"),
        ("one node", "RTL206"),
        ("data", "RTL207"),
    ],
)
def test_it_was_said_before_the_run_where_it_is_literal(refused: dict[str, Told], kind: str, code: str) -> None:
    assert code in refused[kind].codes


@pytest.fixture(scope="module")
def allowed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    return asyncio.run(run_all(tmp_path_factory.mktemp("r"), POSSIBLE))


@pytest.mark.parametrize("kind", POSSIBLE)
def test_what_can_start_is_left_alone(allowed: dict[str, Told], kind: str) -> None:
    assert allowed[kind].finished.end == "completed", allowed[kind].finished
