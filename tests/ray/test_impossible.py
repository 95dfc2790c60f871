"""Requests that the sandbox's cluster can never meet end in seconds, and all others are left alone."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from allranks.catalog import Catalog
from allranks.protocol import Diagnosed, Diagnosis, Limits, Record, RunFinished, WorkersRequested
from allranks.runners.local import LocalRunner
from allranks.runs import RunController
from allranks.store import MemoryEventLog
from houses import only
from real_runs import best_enclosure

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


@dataclass
class Told:
    """What one run came to."""

    records: list[Record]

    @property
    def finished(self) -> RunFinished:
        return only(self.records, RunFinished)

    @property
    def diagnosis(self) -> Diagnosis:
        return only(self.records, Diagnosed).diagnosis

    @property
    def seconds(self) -> float:
        """From the request to the end."""
        asked = next(record for record in self.records if isinstance(record.event, WorkersRequested))
        over = next(record for record in self.records if isinstance(record.event, RunFinished))
        return over.time - asked.time


async def run_all(folder: Path, sources: dict[str, tuple[str, int]]) -> dict[str, Told]:
    """Each program's run, one after the other on one runner."""
    log = MemoryEventLog()
    limits = Limits(run_seconds=90)
    controller = RunController(
        log, LocalRunner(folder, enclosure=best_enclosure(), limits=limits), Catalog([]), limits=limits
    )
    await controller.start()
    told = {}
    try:
        for name, (source, nodes) in sources.items():
            run_id = await controller.submit(None, source, f"{name}-{time.monotonic()}", nodes=nodes)
            told[name] = Told([record async for record in log.follow(run_id)])
    finally:
        await controller.close()
    return told


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


@pytest.fixture(scope="module")
def allowed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    return asyncio.run(run_all(tmp_path_factory.mktemp("r"), POSSIBLE))


@pytest.mark.parametrize("kind", POSSIBLE)
def test_what_can_start_is_left_alone(allowed: dict[str, Told], kind: str) -> None:
    assert allowed[kind].finished.end == "completed", allowed[kind].finished
