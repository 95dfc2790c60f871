from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import NodeOffered, WorkersRequested
from failing_runs import FailingRun, causes_of

SOURCE = "from ray.train import ScalingConfig\nconfig = ScalingConfig(num_workers=40)\n"


def story(workers: int) -> FailingRun:
    """A run that asked for so many workers of a node with 16 CPUs."""
    run, has = FailingRun(SOURCE), {"CPU": 16.0}
    run.events.append(
        WorkersRequested(
            workers=workers,
            resources_per_worker={"CPU": 1.0},
            labels={},
            cluster=has,
            largest_node=has,
            nodes=[NodeOffered(resources=has, labels={})],
        )
    )
    return run


def test_a_refused_request_is_told_with_both_sides_and_its_line() -> None:
    [diagnosis] = diagnose(story(40).ends("impossible_request", None).records())
    assert diagnosis.cause == "impossible_request"
    assert diagnosis.evidence == ["asked: 40 workers with 1 CPU each", "there is: 1 node with 16 CPUs"]
    assert diagnosis.where is not None
    assert (diagnosis.where.line, diagnosis.where.text) == (2, "config = ScalingConfig(num_workers=40)")
    assert diagnosis.sketch == "ScalingConfig(num_workers=16)"


def test_a_run_that_ended_otherwise_has_other_causes() -> None:
    assert "impossible_request" not in causes_of(diagnose(story(40).ends("time_limit", None).records()))
    assert "impossible_request" not in causes_of(diagnose(story(2).ends().records()))
