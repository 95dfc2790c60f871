"""How runs end, and what their logs say then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterator

import pytest

from allranks.protocol import (
    Diagnosed,
    Event,
    EventsDropped,
    Graded,
    Job,
    Limits,
    LogWritten,
    NodeOffered,
    QueueMoved,
    Record,
    RunFinished,
    RunQueued,
    RunStarted,
    StoreFailed,
    WorkersRequested,
)
from allranks.runners import Forever, Raises, ScriptedRunner
from allranks.runners.scripted import Step
from allranks.store import MemoryEventLog
from houses import House, kinds, only, solution
from stories import Story, solved

Build = Callable[..., House]


async def test_a_run_is_recorded_from_the_queue_to_the_verdict(house: Build) -> None:
    built = house(ScriptedRunner(solved().events))
    source = solution("train01")
    run_id = await built.controller.submit("train01", source, "request-1")
    records = await built.whole(run_id)
    assert kinds(records)[:4] == ["run_queued", "phase_changed", "run_started", "phase_changed"]
    assert kinds(records)[-2:] == ["run_finished", "graded"]
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    queued, started = only(records, RunQueued), only(records, RunStarted)
    assert (queued.exercise_id, queued.file_name, queued.source, queued.ahead) == (
        "train01",
        "train01.py",
        source,
        0,
    )
    assert (started.runner, started.seconds_allowed) == ("scripted", 300.0)
    assert only(records, Graded).verdict.passed


async def test_the_scratchpad_is_not_graded(house: Build) -> None:
    built = house(ScriptedRunner(solved().events))
    records = await built.whole(await built.controller.submit(None, "pass", "request-1"))
    assert only(records, RunQueued).file_name == "scratch.py"
    assert kinds(records)[-1] == "run_finished"


async def test_a_cancelled_run_is_over_only_when_no_process_is_left(house: Build) -> None:
    killing, killed = asyncio.Event(), asyncio.Event()

    async def end_job() -> None:
        killing.set()
        await killed.wait()

    runner = ScriptedRunner([*Story().group(4).events, Forever()], end_job)
    built = house(runner)
    run_id = await built.controller.submit("train01", solution("train01"), "request-1")
    await built.until(run_id, "worker_group_started")
    built.controller.cancel(run_id)
    await killing.wait()
    assert "run_finished" not in kinds(await built.event_log.read(run_id))
    assert runner.living == {run_id}
    killed.set()
    records = await built.whole(run_id)
    assert runner.living == set()
    assert only(records, RunFinished).end == "cancelled"
    assert {check.outcome for check in only(records, Graded).verdict.checks} <= {"not_judged", "passed"}


async def test_a_run_past_its_limit_is_stopped_with_the_limit_named(house: Build) -> None:
    built = house(ScriptedRunner([Forever()]), limits=Limits(run_seconds=0.05))
    records = await built.whole(await built.controller.submit(None, "while True: pass", "request-1"))
    finished = only(records, RunFinished)
    assert (finished.end, finished.sentence) == ("time_limit", "Stopped at its limit of 0.05 seconds.")


def asks_for(workers: int) -> WorkersRequested:
    """A request to a cluster of one node with 16 CPUs."""
    has = {"CPU": 16.0}
    return WorkersRequested(
        workers=workers,
        resources_per_worker={"CPU": 1.0},
        labels={},
        cluster=has,
        largest_node=has,
        nodes=[NodeOffered(resources=has, labels={})],
    )


async def test_a_request_that_the_cluster_can_never_meet_ends_the_run_at_once(house: Build) -> None:
    runner = ScriptedRunner([asks_for(40), Forever()])
    built = house(runner)
    records = await built.whole(await built.controller.submit(None, "ScalingConfig(num_workers=40)", "request-1"))
    finished = only(records, RunFinished)
    assert (finished.end, finished.sentence) == (
        "impossible_request",
        "Stopped at once: the program asked for 40 workers with 1 CPU each, and there is 1 node with 16 CPUs.",
    )
    assert kinds(records)[-2:] == ["run_finished", "diagnosed"]
    assert only(records, Diagnosed).diagnosis.cause == "impossible_request"
    assert runner.living == set()


async def test_a_request_that_fits_changes_nothing(house: Build) -> None:
    built = house(ScriptedRunner([asks_for(16), *Story().ended().events]))
    records = await built.whole(await built.controller.submit(None, "pass", "request-1"))
    assert only(records, RunFinished).end == "completed"


async def test_waiting_costs_nothing_of_the_time_limit(house: Build) -> None:
    first_may_end = asyncio.Event()
    scripts: Iterator[list[Step]] = iter([[first_may_end.wait, *Story().ended().events], [*Story().ended().events]])
    built = house(ScriptedRunner(lambda job: next(scripts)), limits=Limits(run_seconds=5))
    first = await built.controller.submit(None, "pass", "request-1")
    second = await built.controller.submit(None, "pass", "request-2")
    await built.until(second, "phase_changed")
    first_may_end.set()
    assert only(await built.whole(first), RunFinished).end == "completed"
    assert only(await built.whole(second), RunFinished).end == "completed"


async def test_a_runner_that_raises_is_our_fault_and_logged(house: Build, caplog: pytest.LogCaptureFixture) -> None:
    built = house(ScriptedRunner([Raises(ZeroDivisionError("inside the runner"))]))
    with caplog.at_level(logging.ERROR):
        records = await built.whole(await built.controller.submit(None, "pass", "request-1"))
    assert only(records, RunFinished).end == "runner_failed"
    assert "inside the runner" in caplog.text


class BrokenRunner(ScriptedRunner):
    """For tests: cannot even begin."""

    def execute(self, job: Job) -> AsyncGenerator[Event, None]:
        raise ZeroDivisionError("no events at all")


async def test_a_runner_that_cannot_even_begin_is_our_fault(house: Build, caplog: pytest.LogCaptureFixture) -> None:
    built = house(BrokenRunner())
    with caplog.at_level(logging.ERROR):
        records = await built.whole(await built.controller.submit(None, "pass", "request-1"))
    assert only(records, RunFinished).end == "runner_failed"
    assert "no events at all" in caplog.text
    assert built.controller.running == 0


async def test_a_runner_that_ends_without_a_word_is_our_fault(house: Build) -> None:
    built = house(ScriptedRunner(Story().group(1).events))
    records = await built.whole(await built.controller.submit(None, "pass", "request-1"))
    assert only(records, RunFinished).end == "runner_failed"


async def test_too_many_events_end_the_run(house: Build) -> None:
    endless: list[Event] = Story().printed("again").events * 20
    runner = ScriptedRunner([*endless, Forever()])
    built = house(runner, limits=Limits(events=10))
    records = await built.whole(await built.controller.submit(None, "pass", "request-1"))
    finished = only(records, RunFinished)
    assert finished.end == "output_limit"
    assert "10 events" in finished.sentence
    assert sum(record.event.count for record in records if isinstance(record.event, EventsDropped)) >= 1
    assert runner.living == set()


async def test_output_that_was_dropped_is_counted_at_the_end(house: Build) -> None:
    story = Story()
    for _ in range(30):
        story.printed("x" * 10)
    built = house(ScriptedRunner(story.ended().events), limits=Limits(output_bytes=10))
    records = await built.whole(await built.controller.submit(None, "pass", "request-1"))
    dropped = [record.event.count for record in records if isinstance(record.event, EventsDropped)]
    assert dropped == [1, 25]
    assert sum(1 for record in records if isinstance(record.event, LogWritten)) == 4
    assert kinds(records)[-2:] == ["events_dropped", "run_finished"]


async def test_a_waiting_run_is_told_how_many_are_ahead(house: Build) -> None:
    may_end = [asyncio.Event() for _ in range(3)]
    waits = iter(may_end)
    runner = ScriptedRunner(lambda job: [next(waits).wait, *Story().ended().events])
    built = house(runner)
    first, second, third = [await built.controller.submit(None, "pass", f"request-{number}") for number in range(3)]
    await built.until(first, "run_started")
    assert (built.controller.running, built.controller.waiting) == (1, 2)
    for event in may_end:
        event.set()
    records = await built.whole(third)
    assert only(records, RunQueued).ahead == 2
    assert only(records, QueueMoved).ahead == 1
    assert kinds(await built.whole(second)).count("queue_moved") == 0
    assert runner.most_living == 1
    assert [job.run_id for job in runner.jobs] == [first, second, third]


async def test_a_run_cancelled_while_it_waits_never_begins(house: Build) -> None:
    runner = ScriptedRunner([Forever()])
    built = house(runner)
    first = await built.controller.submit(None, "pass", "request-1")
    second = await built.controller.submit("train01", "pass", "request-2")
    await built.until(second, "phase_changed")
    built.controller.cancel(second)
    records = await built.whole(second)
    assert kinds(records) == ["run_queued", "phase_changed", "run_finished", "graded"]
    assert only(records, RunFinished).end == "cancelled"
    assert [job.run_id for job in runner.jobs] == [first]


async def test_two_permits_run_two_programs_at_once(house: Build) -> None:
    both = asyncio.Barrier(2)
    runner = ScriptedRunner([both.wait, *Story().ended().events])
    built = house(runner, runs_at_once=2)
    run_ids = [await built.controller.submit(None, "pass", f"request-{number}") for number in range(2)]
    for run_id in run_ids:
        await built.whole(run_id)
    assert runner.most_living == 2


class FailingLog(MemoryEventLog):
    """For tests: the disk is full for log lines, or for everything."""

    def __init__(self, everything: bool) -> None:
        super().__init__()
        self.full = False
        self._everything = everything

    async def _append(self, run_id: str, event: Event) -> Record:
        if isinstance(event, LogWritten):
            self.full = True
        if self.full and (self._everything or isinstance(event, LogWritten)):
            raise StoreFailed("the disk is full")
        return await super()._append(run_id, event)


@pytest.mark.parametrize("everything", [False, True])
async def test_a_run_that_cannot_be_stored_is_killed(
    house: Build, caplog: pytest.LogCaptureFixture, everything: bool
) -> None:
    runner = ScriptedRunner([*Story().printed("x").events, Forever()])
    log = FailingLog(everything)
    built = house(runner, event_log=log)
    with caplog.at_level(logging.ERROR):
        run_id = await built.controller.submit(None, "pass", "request-1")
        with pytest.raises(StoreFailed, match="the disk is full"):
            await built.whole(run_id)
        await built.controller.close()
    assert runner.living == set()
    assert "was given up: the disk is full" in caplog.text
    if everything:
        assert await log.unsealed() == [run_id]
    else:
        assert only(await built.whole(run_id), RunFinished).end == "runner_failed"
