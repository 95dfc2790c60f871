"""What happens when a run cannot begin."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from allranks.protocol import (
    BadInput,
    Event,
    Fault,
    FaultFailed,
    Job,
    Limits,
    LogWritten,
    PhaseChanged,
    PlannedFault,
    RunFinished,
)
from allranks.runners.local import LocalRunner
from allranks.runners.local.plain import Plain
from allranks.runners.local.pool import Pool
from allranks.runners.local.sandbox import Sandbox, content
from allranks.runners.local.sweep import folder_prefix
from stories import Story


@pytest.mark.parametrize("pool_size", [0, 1])
async def test_a_run_that_cannot_be_laid_out_says_so_and_ends(tmp_path: Path, pool_size: int) -> None:
    job = Job(run_id="run-1", file_name="a.py", source="", limits=Limits())
    runner = LocalRunner(tmp_path / "missing", pool_size=pool_size, pause_seconds=0.01)
    await runner.open()
    events: list[Event] = [event async for event in runner.execute(job)]
    await runner.close()
    last = events[-1]
    assert isinstance(last, RunFinished)
    assert last.end == "runner_failed"
    assert "No such file or directory" in last.sentence


class Lost(Sandbox):
    """A sandbox that dies between being ready and the program's first line."""

    @property
    def alive(self) -> bool:
        return True

    async def start(self) -> None:
        self.status = {"exit_code": 70, "signal": None}

    async def wait_until_ready(self, seconds: float) -> list[str]:
        return []

    async def hand_out(self, job: Job) -> None:
        raise ConnectionResetError

    async def events(self) -> AsyncGenerator[Event, None]:
        return
        yield PhaseChanged(phase="program")


class Works(Lost):
    """One in which the program runs."""

    async def hand_out(self, job: Job) -> None:
        self.status = {"exit_code": 0, "signal": None}

    async def events(self) -> AsyncGenerator[Event, None]:
        yield PhaseChanged(phase="program")


async def run_in(folder: Path, *kinds: type[Lost]) -> list[Event]:
    left = list(kinds)
    runner = LocalRunner(folder)
    runner.pool = Pool(
        lambda: left.pop(0)(Plain(), folder, Limits()), size=0, ready_seconds=1, idle_seconds=9, pause_seconds=0
    )
    job = Job(run_id="run-1", file_name="a.py", source="", limits=Limits())
    events = [event async for event in runner.execute(job)]
    await runner.close()
    assert left == []
    assert list(folder.iterdir()) == []  # noqa: ASYNC240  # a look at an empty folder
    return events


async def test_a_sandbox_that_is_lost_before_the_program_began_is_replaced_once(tmp_path: Path) -> None:
    events = await run_in(tmp_path, Lost, Works)
    assert [event.end for event in events if isinstance(event, RunFinished)] == ["completed"]
    assert "fresh one" in "".join(event.text for event in events if isinstance(event, LogWritten))


async def test_a_fault_for_a_job_that_does_not_run_is_refused(tmp_path: Path) -> None:
    runner = LocalRunner(tmp_path)
    with pytest.raises(BadInput, match="a run that has not begun, or is over"):
        await runner.inflict("run-1", Fault(action="kill", rank=0))
    await runner.close()


class Trains(Works):
    """One in which one rank comes up and ends, as a process that is none of ours."""

    async def events(self) -> AsyncGenerator[Event, None]:
        self.told: list[Event] = []
        for event in Story().group(1).report([0], loss=0.1).ended().events[:-1]:
            yield event
            while self.told:
                yield self.told.pop(0)

    def tell(self, event: Event) -> None:
        self.told.append(event)


async def test_planned_faults_are_told_where_they_belong_and_the_rest_before_the_end(tmp_path: Path) -> None:
    runner = LocalRunner(tmp_path)
    runner.pool = Pool(
        lambda: Trains(Plain(), tmp_path, Limits()), size=0, ready_seconds=1, idle_seconds=9, pause_seconds=0
    )
    planned = [PlannedFault(action="kill", at_report=1), PlannedFault(action="slow", rank=0, attempt=2, seconds=1.0)]
    job = Job(run_id="run-1", file_name="a.py", source="", limits=Limits(), faults=planned)
    events = [event async for event in runner.execute(job)]
    await runner.close()
    kinds = [event.kind for event in events]
    assert kinds[-4:] == ["metrics_reported", "fault_failed", "fault_failed", "run_finished"]
    assert [(event.action, event.rank) for event in events if isinstance(event, FaultFailed)] == [
        ("kill", 0),
        ("slow", 0),
    ]


def test_what_a_sandbox_is_handed_says_nothing_of_the_faults_that_are_planned_for_it() -> None:
    planned = [PlannedFault(action="kill", rank=1, at_report=7)]
    job = Job(run_id="run-1", file_name="a.py", source="pass", limits=Limits(), faults=planned)
    assert content(job) == {"file_name": "a.py", "source": "pass", "nodes": 1, "variation": None}


async def test_two_lost_sandboxes_are_our_fault(tmp_path: Path) -> None:
    events = await run_in(tmp_path, Lost, Lost)
    assert [event.end for event in events if isinstance(event, RunFinished)] == ["runner_failed"]


class Weak(Plain):
    """An enclosure whose self-test fails `failures` times, then holds."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.checked = threading.Event()

    def check(self) -> None:
        self.failing = "memory is not limited" if self.failures > 0 else None
        self.failures -= 1
        self.checked.set()


async def ended_in(runner: LocalRunner) -> list[RunFinished]:
    job = Job(run_id="run-1", file_name="a.py", source="", limits=Limits())
    return [event async for event in runner.execute(job) if isinstance(event, RunFinished)]


async def test_a_self_test_that_fails_later_stops_new_runs_until_it_holds_again(tmp_path: Path) -> None:
    weak = Weak(failures=1_000_000)
    runner = LocalRunner(tmp_path, enclosure=weak, recheck_seconds=0.01)
    runner.pool = Pool(
        lambda: Works(weak, tmp_path, Limits()), size=0, ready_seconds=1, idle_seconds=9, pause_seconds=0
    )
    await runner.open()
    await asyncio.to_thread(weak.checked.wait)
    (refused,) = await ended_in(runner)
    assert refused.end == "runner_failed"
    assert "memory is not limited" in refused.sentence
    weak.failures = 0
    while runner.failing is not None:
        weak.checked.clear()
        await asyncio.to_thread(weak.checked.wait)
    (held,) = await ended_in(runner)
    assert held.end == "completed"
    await runner.close()


async def test_what_a_server_that_is_gone_left_is_removed_at_the_start(tmp_path: Path) -> None:
    left, ours = tmp_path / "ar-1-1-x1y2", tmp_path / f"{folder_prefix()}x1y2"
    for folder in (left, ours):
        (folder / "home").mkdir(parents=True)
    runner = LocalRunner(tmp_path)
    await runner.open()
    assert (left.exists(), ours.exists()) == (False, True)
    await runner.close()
