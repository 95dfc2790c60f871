"""What is said of a ScalingConfig and a cluster, on stand-ins for Ray's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from allranks.protocol import WorkersRequested
from allranks.recorder.asking import demanded, needs_tasks, request

NODES = [
    {"Alive": True, "Resources": {"CPU": 16.0, "memory": 8e9}, "Labels": {"zone": "west"}},
    {"Alive": True, "Resources": {"CPU": 4.0, "GPU": 1.0}, "Labels": {}},
    {"Alive": False, "Resources": {"CPU": 64.0}, "Labels": {}},
]


@dataclass
class Config:
    """For tests: what is read of a ScalingConfig."""

    min_workers: int = 2
    label_selector: Any = None
    topology: str | None = None
    placement_strategy: str = "PACK"
    _resources_per_worker_not_none: dict[str, float] = field(default_factory=lambda: {"CPU": 1})


def test_the_request_and_the_live_nodes_are_told() -> None:
    fields = request(Config(label_selector={"zone": "west"}), NODES, False, {})
    assert fields is not None
    asked = WorkersRequested.model_validate(fields)
    assert (asked.workers, asked.resources_per_worker, asked.labels) == (2, {"CPU": 1.0}, {"zone": "west"})
    assert asked.cluster == {"CPU": 20.0, "GPU": 1.0, "memory": 8e9}
    assert asked.largest_node == {"CPU": 16.0, "GPU": 1.0, "memory": 8e9}
    assert [node.labels for node in asked.nodes] == [{"zone": "west"}, {}]


@pytest.mark.parametrize("config", [Config(min_workers=0), Config(topology="4x4")])
def test_nothing_is_told_where_there_is_nothing_to_compare(config: Config) -> None:
    assert request(config, NODES, False, {}) is None


def test_of_a_list_of_selectors_only_what_all_demand_counts() -> None:
    assert demanded([{"zone": "west", "rack": "1"}, {"zone": "west", "rack": "2"}]) == {"zone": "west"}
    assert demanded(None) == {}


class AbstractMap:
    """For tests: an operator that runs in tasks."""

    def __init__(self, below: list[Any], compute: str = "TaskPoolStrategy", **remote: Any) -> None:
        self.input_dependencies, self.ray_remote_args = below, remote
        self.compute = type(compute, (), {})()


SOURCE = SimpleNamespace(input_dependencies=[])


def dataset(dag: Any) -> Any:
    return SimpleNamespace(_logical_plan=SimpleNamespace(dag=dag))


@pytest.mark.parametrize(
    ("given", "waits"),
    [
        (dataset(AbstractMap([SOURCE], scheduling_strategy="SPREAD")), True),
        (dataset(AbstractMap([AbstractMap([SOURCE])])), True),
        (dataset(SOURCE), False),
        (dataset(AbstractMap([AbstractMap([SOURCE])], num_cpus=0)), False),
        (dataset(AbstractMap([SOURCE], compute="ActorPoolStrategy")), False),
        (lambda: None, False),
    ],
)
def test_only_tasks_of_a_whole_cpu_are_certain_to_wait_for_one(given: Any, waits: bool) -> None:
    assert needs_tasks(given) == waits
