"""What a cluster can never start, and what it can or might."""

from __future__ import annotations

from typing import Any

import pytest

from allranks.diagnosis import impossible
from allranks.protocol import NodeOffered, WorkersRequested

NODE = {"CPU": 16.0, "memory": 8e9, "node:127.0.0.2": 1.0}


def request(
    workers: int = 1,
    each: dict[str, float] | None = None,
    nodes: int = 1,
    node: dict[str, float] | None = None,
    **more: Any,
) -> WorkersRequested:
    """`workers` with `each` on so many nodes that are all alike."""
    has = node or NODE
    return WorkersRequested(
        workers=workers,
        resources_per_worker={"CPU": 1.0} if each is None else each,
        labels=more.pop("labels", {}),
        cluster={name: number * nodes for name, number in has.items()},
        largest_node=has,
        nodes=[NodeOffered(resources=has, labels={"ray.io/node-id": "ab12", "zone": "west"})] * nodes,
        **more,
    )


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        (request(40), "40 workers with 1 CPU each can never start: there is room for 16"),
        (request(3, {"CPU": 10.0}, nodes=2), "3 workers with 10 CPUs each can never start: there is room for 2"),
        (request(2, {"GPU": 1.0}), "The workers ask for GPUs, and this cluster has none"),
        (request(2, {"cpu": 1.0}), 'No node of this cluster has the resource "cpu"'),
        (request(2, {"num_gpus": 1.0}), 'No node of this cluster has the resource "num_gpus"'),
        (
            request(1, {"CPU": 20.0}, nodes=2),
            "One worker with 20 CPUs fits on no node: the largest has 16 CPUs",
        ),
        (
            request(1, {"memory": 64e9}),
            "One worker with 64 GB of memory fits on no node: the largest has 8 GB of memory",
        ),
        (request(2, labels={"zone": "east"}), "No node of this cluster has the label zone=east"),
        (
            request(3, nodes=2, strategy="STRICT_SPREAD"),
            "3 workers with 1 CPU each can never start: there is room for 2",
        ),
        (
            request(20, nodes=2, strategy="STRICT_PACK"),
            "20 workers with 1 CPU each can never start: there is room for 16",
        ),
    ],
)
def test_what_can_never_start_is_refused(asked: WorkersRequested, title: str) -> None:
    refusal = impossible(asked, "")
    assert refusal is not None
    assert refusal.title == title
    assert refusal.mend.startswith("Either ")
    assert "; or " in refusal.mend


@pytest.mark.parametrize(
    "asked",
    [
        request(16),
        request(32, nodes=2),
        request(20, {"CPU": 0.5}),
        request(160, {"CPU": 0.1}),
        request(500, {}),
        request(2, {"CPU": 12.0}, nodes=2),
        request(2, {"licence": 1.0}, node={"CPU": 4.0, "licence": 2.0}),
        request(2, labels={"zone": "!east"}),
        request(2, labels={"zone": "in(east, west)"}),
        request(2, labels={"zone": "a form ( that is not known"}),
        request(40, may_grow=True),
        request(2, {"GPU": 1.0}, may_grow=True),
        request(40).model_copy(update={"nodes": []}),
        request(1, {"node:__internal_implicit_resource_a": 1.0}),
    ],
)
def test_what_can_start_or_might_is_left_to_ray(asked: WorkersRequested) -> None:
    assert impossible(asked, "") is None


READS = 'shard = train.get_dataset_shard("train")'


@pytest.mark.parametrize(
    ("asked", "source", "refused"),
    [
        (request(16, datasets=["train"]), READS, True),
        (request(15, datasets=["train"]), READS, False),
        (request(16, datasets=["train"]), "train.report({})", False),
        (request(16), READS, False),
        (request(31, {"CPU": 0.5}, datasets=["train"]), READS, True),
    ],
)
def test_workers_that_leave_no_cpu_for_ray_data_are_refused(
    asked: WorkersRequested, source: str, refused: bool
) -> None:
    refusal = impossible(asked, source)
    assert (refusal is not None) == refused
    if refusal is not None:
        assert refusal.title == 'The workers take every CPU, and none is left to read the dataset "train"'


def test_a_wrong_key_is_told_the_right_one() -> None:
    refusal = impossible(request(2, {"num_cpus": 2.0}), "")
    assert refusal is not None
    assert "write `CPU` in place of `num_cpus`" in refusal.mend
    assert refusal.sketch == "ScalingConfig(num_workers=2, resources_per_worker={'CPU': 2})"


def test_what_is_asked_and_what_there_is_are_both_told() -> None:
    refusal = impossible(request(40), "")
    assert refusal is not None
    assert (refusal.asked, refusal.offered) == ("40 workers with 1 CPU each", "1 node with 16 CPUs")
    assert "`num_workers=16`" in refusal.mend
    assert "{'CPU': 0.25}" in refusal.mend
