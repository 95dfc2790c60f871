"""Faults of one run: done to real processes, and told among its events."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from allranks.protocol import Event, Fault, FaultFailed, FaultInjected, Limits, PlannedFault, WorkerGroupStarted
from allranks.runners.local.faults import RunFaults
from allranks.runners.local.plain import Plain
from allranks.runners.local.sandbox import Sandbox
from stories import Story


class Held(Sandbox):
    """A sandbox whose warden is this test's process and whose ranks are children of it."""

    told: list[Event]
    ordered: list[tuple[int, int, dict[str, Any]]]
    listens = True
    over = False

    @property
    def alive(self) -> bool:
        return not self.over

    @property
    def warden(self) -> psutil.Process | None:
        return None if self.over else psutil.Process()

    def tell(self, event: Event) -> None:
        self.told.append(event)

    def order(self, attempt: int, rank: int, order: dict[str, Any]) -> bool:
        self.ordered.append((attempt, rank, order))
        return self.listens


@pytest.fixture
async def sandbox(tmp_path: Path) -> Held:
    held = Held(Plain(), tmp_path, Limits())
    held.told, held.ordered = [], []
    return held


@pytest.fixture
def ranks() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Two processes that stand for two ranks."""
    started = [subprocess.Popen(["sleep", "3600"]) for _ in range(2)]
    yield started
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def stranger() -> Iterator[psutil.Process]:
    """A process that belongs to nobody's run, nor to this test's process."""
    with subprocess.Popen(["sh", "-c", "sleep 3600 & echo $!"], stdout=subprocess.PIPE, text=True) as orphaning:
        assert orphaning.stdout is not None
        process = psutil.Process(int(orphaning.stdout.readline()))
    yield process
    process.kill()


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110  # the kernel tells nobody
        await asyncio.sleep(0)


def group(ranks: list[subprocess.Popen[bytes]], attempt: int = 1) -> WorkerGroupStarted:
    story = Story().group(len(ranks))
    (started,) = [event for event in story.events if isinstance(event, WorkerGroupStarted)]
    facts = [fact.model_copy(update={"pid": process.pid}) for fact, process in zip(started.ranks, ranks, strict=True)]
    return WorkerGroupStarted(attempt=attempt, ranks=facts)


def reports(count: int, rank: int = 1) -> list[Event]:
    story = Story()
    story.attempt = 1
    return story.epochs([rank], [0.1] * count).events[2:]


def faults_in(sandbox: Held, *planned: PlannedFault) -> RunFaults:
    return RunFaults(planned, sandbox, own_namespace=False)


def reasons(sandbox: Held) -> list[str]:
    return [event.reason for event in sandbox.told if isinstance(event, FaultFailed)]


async def test_a_planned_kill_is_done_when_its_report_is_seen(
    sandbox: Held, ranks: list[subprocess.Popen[bytes]]
) -> None:
    faults = faults_in(sandbox, PlannedFault(action="kill", rank=1, at_report=2))
    first, second = reports(2)
    for event in (group(ranks), first):
        await faults.take(event)
    assert sandbox.told == []
    await faults.take(second)
    assert sandbox.told == [FaultInjected(attempt=1, rank=1, action="kill", by="plan", reports=2, seconds=0.0)]
    assert ranks[1].wait() == -signal.SIGKILL
    assert ranks[0].poll() is None


async def test_a_person_pauses_and_resumes_a_rank(sandbox: Held, ranks: list[subprocess.Popen[bytes]]) -> None:
    faults = faults_in(sandbox)
    await faults.take(group(ranks))
    await faults.bring_about(Fault(action="pause", rank=0), "person")
    await until(lambda: psutil.Process(ranks[0].pid).status() == psutil.STATUS_STOPPED)
    await faults.bring_about(Fault(action="pause", rank=0), "person")
    await faults.bring_about(Fault(action="resume", rank=0), "person")
    await until(lambda: psutil.Process(ranks[0].pid).status() != psutil.STATUS_STOPPED)
    await faults.bring_about(Fault(action="resume", rank=0), "person")
    assert [event.kind for event in sandbox.told] == [
        "fault_injected",
        "fault_failed",
        "fault_injected",
        "fault_failed",
    ]
    assert reasons(sandbox) == ["rank 0 is paused already", "rank 0 is not paused"]


async def test_a_pause_with_seconds_ends_by_itself(sandbox: Held, ranks: list[subprocess.Popen[bytes]]) -> None:
    faults = faults_in(sandbox)
    await faults.take(group(ranks))
    await faults.bring_about(Fault(action="pause", rank=0, seconds=0.01), "person")
    await until(lambda: len(sandbox.told) == 2)
    assert [event.action for event in sandbox.told if isinstance(event, FaultInjected)] == ["pause", "resume"]


async def test_what_a_rank_has_to_do_itself_is_ordered(sandbox: Held, ranks: list[subprocess.Popen[bytes]]) -> None:
    faults = faults_in(sandbox)
    await faults.take(group(ranks))
    await faults.bring_about(Fault(action="slow", rank=1, seconds=0.5), "person")
    sandbox.listens = False
    await faults.bring_about(Fault(action="raise", rank=1), "person")
    assert sandbox.ordered == [
        (1, 1, {"action": "slow", "seconds": 0.5}),
        (1, 1, {"action": "raise", "seconds": 0.0}),
    ]
    assert reasons(sandbox) == ["rank 1 does not listen any more"]


async def test_each_reason_why_not_is_a_sentence(sandbox: Held, ranks: list[subprocess.Popen[bytes]]) -> None:
    faults = faults_in(sandbox)
    kill = Fault(action="kill", rank=1)
    await faults.bring_about(kill, "person")
    await faults.take(group(ranks))
    await faults.bring_about(Fault(action="kill", rank=9), "person")
    await faults.bring_about(kill, "person")
    await faults.bring_about(kill, "person")
    ranks[0].kill()
    ranks[0].wait()
    await faults.bring_about(Fault(action="kill", rank=0), "person")
    await faults.take(Story().rank_raised(0).events[2].model_copy(update={"attempt": 1}))
    await faults.bring_about(Fault(action="raise", rank=0), "person")
    sandbox.over = True
    await faults.bring_about(kill, "person")
    assert reasons(sandbox) == [
        "no rank is training yet",
        "there is no rank 9: the worker group has 2, counted from 0",
        "rank 1 was killed already",
        "the process of rank 0 has ended already, or is not one of this run",
        "rank 0 has failed already",
        "the run has ended already",
    ]


async def test_a_new_attempt_has_its_own_ranks(sandbox: Held, ranks: list[subprocess.Popen[bytes]]) -> None:
    faults = faults_in(sandbox)
    await faults.take(group(ranks))
    await faults.bring_about(Fault(action="kill", rank=1), "person")
    await faults.take(group(ranks[:1], attempt=2))
    await faults.bring_about(Fault(action="pause", rank=0), "person")
    assert [(event.attempt, event.rank) for event in sandbox.told if isinstance(event, FaultInjected)] == [
        (1, 1),
        (2, 0),
    ]


async def test_a_process_that_is_none_of_the_sandboxes_is_left_alone(
    sandbox: Held, ranks: list[subprocess.Popen[bytes]], stranger: psutil.Process
) -> None:
    faults = faults_in(sandbox)
    claims = group(ranks)
    forged = [facts.model_copy(update={"pid": stranger.pid}) for facts in claims.ranks]
    await faults.take(claims.model_copy(update={"ranks": forged}))
    await faults.bring_about(Fault(action="kill", rank=0), "person")
    assert reasons(sandbox) == ["the process of rank 0 has ended already, or is not one of this run"]
    assert stranger.is_running()


async def test_what_never_came_is_told_at_the_end(sandbox: Held, ranks: list[subprocess.Popen[bytes]]) -> None:
    faults = faults_in(sandbox, PlannedFault(action="kill", rank=1, at_report=80))
    for event in (group(ranks), *reports(3)):
        await faults.take(event)
    assert faults.never_due() == [
        FaultFailed(rank=1, action="kill", by="plan", reason="the run ended before it was due")
    ]
