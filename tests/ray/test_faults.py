"""Faults in real ranks: planned and sent, told in their order, and survived."""

from __future__ import annotations

import pytest

from allranks.protocol import (
    SECOND_NODE,
    CheckpointSaved,
    Event,
    Fault,
    FaultFailed,
    FaultInjected,
    MetricsReported,
    PlannedFault,
    WorkerFailed,
    WorkerGroupStarted,
)
from real_runs import Run, execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

SLOWER_BY = 0.4
FIRST_NODE = "127.0.0.2"
RESUMES = """import os, tempfile
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    checkpoint = train.get_checkpoint()
    start = 0
    if checkpoint:
        with checkpoint.as_directory() as folder:
            start = int(open(os.path.join(folder, "step")).read()) + 1
    for step in range(start, 40):
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "step"), "w").write(str(step))
            train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2),
             run_config=RunConfig(failure_config=FailureConfig(max_failures=MAX_FAILURES))).fit()
print("done")
"""


class Person:
    """Sends each fault when the one before has shown."""

    def __init__(self) -> None:
        self._slowed = 0

    def __call__(self, event: Event) -> list[Fault]:
        if isinstance(event, MetricsReported) and event.attempt == 2 and event.rank == 0:
            if event.index == 0:
                return [Fault(action="slow", rank=0, seconds=SLOWER_BY)]
            self._slowed += 1
            return [Fault(action="raise", rank=0)] if self._slowed == 4 else []
        if isinstance(event, MetricsReported) and (event.attempt, event.rank, event.index) == (3, 0, 1):
            return [Fault(action="pause", rank=1), Fault(action="resume", rank=1), Fault(action="kill", rank=5)]
        return []


async def test_faults_are_told_in_their_order_and_a_program_with_enough_tries_survives_them() -> None:
    plan = [PlannedFault(action="kill", rank=1, after_checkpoints=1, at_report=3)]
    run, _ = await execute(RESUMES.replace("MAX_FAILURES", "2"), faults=plan, person=Person())
    assert run.finished.end == "completed", run.text() + run.text("ray")
    assert [group.attempt for group in run.of(WorkerGroupStarted)] == [1, 2, 3]
    assert [(event.attempt, event.rank, event.action, event.by) for event in run.of(FaultInjected)] == [
        (1, 1, "kill", "plan"),
        (2, 0, "slow", "person"),
        (2, 0, "raise", "person"),
        (3, 1, "pause", "person"),
        (3, 1, "resume", "person"),
    ]
    assert [event.reason for event in run.of(FaultFailed)] == [
        "there is no rank 5: the worker group has 2, counted from 0"
    ]
    kill = run.of(FaultInjected)[0]
    before = run.events[: run.events.index(kill)]
    assert [event for event in before if isinstance(event, CheckpointSaved)]
    assert kill.reports == len([event for event in before if isinstance(event, MetricsReported) and event.rank == 1])
    assert kill.reports >= 3
    deaths = {(event.attempt, event.rank): event for event in run.of(WorkerFailed)}
    assert run.events.index(deaths[1, 1]) > run.events.index(kill)
    raised = deaths[2, 0]
    assert raised.error_type == "InjectedFault"
    assert raised.message == "the playground raised this in rank 0 on request"
    assert (raised.frames[0].own, raised.frames[0].line) == (True, 15)
    assert raised.frames[0].text.startswith("train.report(")
    assert "orders.py" not in raised.traceback, "our own frames are left out"
    at = [event.reported_at for event in run.of(MetricsReported) if (event.attempt, event.rank) == (2, 0)]
    assert at[3] - at[2] >= SLOWER_BY


async def test_a_planned_raise_without_a_further_try_fails_the_run() -> None:
    plan = [PlannedFault(action="raise", rank=0, at_report=2), PlannedFault(action="kill", rank=1, at_report=100)]
    run, _ = await execute(RESUMES.replace("MAX_FAILURES", "0"), faults=plan)
    assert run.finished.end == "program_failed"
    assert [event.action for event in run.of(FaultInjected)] == ["raise"]
    assert {event.error_type for event in run.of(WorkerFailed) if event.rank == 0} == {"InjectedFault"}
    assert [event.reason for event in run.of(FaultFailed)] == ["the run ended before it was due"]


async def test_a_run_with_a_paused_rank_is_stopped_at_once() -> None:
    plan = [PlannedFault(action="pause", rank=1, at_report=2)]
    run, closing = await execute(
        RESUMES.replace("MAX_FAILURES", "0"), until=lambda event: isinstance(event, FaultInjected), faults=plan
    )
    assert isinstance(run.events[-1], FaultInjected), run.text() + run.text("ray")
    assert closing < 2.0


ON_TWO_NODES = RESUMES.replace("num_workers=2", 'num_workers=2, placement_strategy="SPREAD"').replace(
    "MAX_FAILURES", "1"
)


def second_of(run: Run) -> int:
    """The rank that was on the second node in the first attempt."""
    (rank,) = (facts.rank for facts in run.of(WorkerGroupStarted)[0].ranks if facts.node_ip == SECOND_NODE)
    return rank


async def test_a_node_taken_away_is_survived_on_the_one_that_is_left() -> None:
    plan = [PlannedFault(action="kill_node", after_checkpoints=1, at_report=5)]
    run, _ = await execute(ON_TWO_NODES, faults=plan, nodes=2)

    assert run.finished.end == "completed", run.text() + run.text("ray")
    (fault,) = run.of(FaultInjected)
    assert (fault.action, fault.rank) == ("kill_node", second_of(run))
    first, second = run.of(WorkerGroupStarted)
    assert {facts.node_ip for facts in first.ranks} == {FIRST_NODE, SECOND_NODE}
    assert {facts.node_ip for facts in second.ranks} == {FIRST_NODE}
    resumed = [report.metrics["step"] for report in run.of(MetricsReported) if report.attempt == 2]
    assert min(resumed) > 0


async def test_the_node_of_the_program_itself_is_never_taken_away() -> None:
    def person(event: Event) -> list[Fault]:
        if isinstance(event, MetricsReported) and (event.rank, event.index) == (0, 2):
            return [Fault(action="kill_node", rank=0), Fault(action="kill_node", rank=1)]
        return []

    run, _ = await execute(RESUMES.replace("MAX_FAILURES", "0"), person=person)
    assert run.finished.end == "completed"
    assert run.of(FaultInjected) == []
    assert {failed.reason.partition(": ")[2] for failed in run.of(FaultFailed)} == {
        "the run has one node, and its program is there too"
    }
