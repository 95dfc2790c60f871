"""Taking programs in, and closing up."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from allranks.protocol import BadInput, Event, Fault, Graded, Limits, Record, RunFinished, RunQueued, StoreFailed
from allranks.runners import Forever, ScriptedRunner
from allranks.runs import QueueFull
from allranks.runs.controller import FAULTS
from allranks.store import MemoryEventLog, SqliteEventLog
from houses import House, kinds, only
from stories import Story

Build = Callable[..., House]


async def test_the_same_request_is_one_run(house: Build) -> None:
    runner = ScriptedRunner([Forever()])
    built = house(runner)
    submissions = [built.controller.submit(None, "pass", "request-1") for _ in range(5)]
    run_ids = set(await asyncio.gather(*submissions))
    assert len(run_ids) == 1
    assert {await built.controller.submit(None, "something else", "request-1")} == run_ids
    assert (built.controller.running, built.controller.waiting) == (1, 0)


async def test_the_same_request_at_the_same_time_is_one_run_on_disk_too(house: Build, tmp_path: Path) -> None:
    log = await SqliteEventLog.open(tmp_path / "runs.sqlite")
    runner = ScriptedRunner([Forever()])
    built = house(runner, event_log=log)
    run_ids = await asyncio.gather(*(built.controller.submit(None, "pass", "request-1") for _ in range(5)))
    assert set(run_ids) == set(await log.run_ids())
    assert len(set(run_ids)) == 1
    assert (built.controller.running, built.controller.waiting) == (1, 0)
    await built.controller.close()
    await log.close()


class PausedLog(MemoryEventLog):
    """For tests: every append waits."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()
        self.reached = asyncio.Event()

    async def _append(self, run_id: str, event: Event) -> Record:
        self.reached.set()
        await self.may_go_on.wait()
        return await super()._append(run_id, event)


async def test_a_wish_to_stop_that_comes_before_the_first_record_is_kept(house: Build) -> None:
    log = PausedLog()
    runner = ScriptedRunner([Forever()])
    built = house(runner, event_log=log)
    submission = asyncio.ensure_future(built.controller.submit(None, "pass", "request-1"))
    await log.reached.wait()
    (run_id,) = await log.run_ids()
    assert built.controller.cancel(run_id)
    log.may_go_on.set()
    assert await submission == run_id
    assert only(await built.whole(run_id), RunFinished).end == "cancelled"
    assert runner.jobs == []


class FullLog(MemoryEventLog):
    """For tests: nothing can be appended."""

    async def _append(self, run_id: str, event: Event) -> Record:
        raise StoreFailed("the disk is full")


async def test_a_program_that_cannot_be_recorded_is_refused_and_holds_no_place(house: Build) -> None:
    built = house(ScriptedRunner(), event_log=FullLog(), runs_waiting=0)
    for number in range(3):
        with pytest.raises(StoreFailed, match="the disk is full"):
            await built.controller.submit(None, "pass", f"request-{number}")
    assert (built.controller.running, built.controller.waiting) == (0, 0)


async def test_the_same_request_is_answered_even_when_the_queue_is_full(house: Build) -> None:
    built = house(ScriptedRunner([Forever()]), runs_waiting=0)
    run_id = await built.controller.submit(None, "pass", "request-1")
    with pytest.raises(QueueFull):
        await built.controller.submit(None, "pass", "request-2")
    assert await built.controller.submit(None, "pass", "request-1") == run_id
    assert await built.event_log.run_ids() == [run_id]


async def test_what_cannot_run_is_refused_and_leaves_nothing_behind(house: Build) -> None:
    built = house(ScriptedRunner(), limits=Limits(source_bytes=10))
    with pytest.raises(BadInput, match=r"a program of 12 bytes; expected at most 10"):
        await built.controller.submit(None, "é" * 6, "request-1")
    with pytest.raises(BadInput, match="an empty program"):
        await built.controller.submit(None, " \n", "request-2")
    with pytest.raises(BadInput, match="train99"):
        await built.controller.submit("train99", "pass", "request-3")
    assert await built.event_log.run_ids() == []
    assert built.controller.running == 0


async def test_a_file_keeps_its_own_name_when_it_has_one(house: Build) -> None:
    built = house(ScriptedRunner(Story().ended().events))
    run_id = await built.controller.submit("train01", "pass", "request-1", file_name="mine.py")
    assert only(await built.whole(run_id), RunQueued).file_name == "mine.py"


async def test_a_submitter_that_goes_away_leaves_a_run_that_lives(house: Build) -> None:
    built = house(ScriptedRunner(Story().ended().events))
    submission = asyncio.ensure_future(built.controller.submit(None, "pass", "request-1"))
    await asyncio.sleep(0)
    submission.cancel()
    with pytest.raises(asyncio.CancelledError):
        await submission
    run_id = await built.controller.submit(None, "pass", "request-1")
    assert only(await built.whole(run_id), RunFinished).end == "completed"


async def test_cancelling_what_is_over_changes_nothing(house: Build) -> None:
    built = house(ScriptedRunner(Story().ended().events))
    run_id = await built.controller.submit(None, "pass", "request-1")
    records = await built.whole(run_id)
    assert not built.controller.cancel(run_id)
    assert await built.whole(run_id) == records
    assert not built.controller.cancel("nobody")


async def test_the_first_reason_to_stop_is_the_one_recorded(house: Build) -> None:
    built = house(ScriptedRunner([Forever()]))
    run_id = await built.controller.submit(None, "pass", "request-1")
    await built.until(run_id, "run_started")
    built.controller.cancel(run_id)
    await built.controller.close()
    assert only(await built.whole(run_id), RunFinished).end == "cancelled"


async def test_closing_ends_every_run_and_takes_no_more(house: Build) -> None:
    runner = ScriptedRunner([*Story().group(2).events, Forever()])
    built = house(runner)
    run_ids = [await built.controller.submit("train01", "pass", f"request-{number}") for number in range(3)]
    await built.until(run_ids[0], "worker_group_started")
    await built.controller.close()
    assert runner.living == set()
    assert runner.closed
    for run_id in run_ids:
        records = await built.whole(run_id)
        assert only(records, RunFinished).end == "server_stopped"
        assert not only(records, Graded).verdict.passed
    with pytest.raises(BadInput, match="shuts down"):
        await built.controller.submit(None, "pass", "request-9")


async def test_a_run_whose_server_died_is_closed_at_the_next_start(house: Build, tmp_path: Path) -> None:
    log = await SqliteEventLog.open(tmp_path / "runs.sqlite")
    await log.create("orphan", "request-1")
    queued = RunQueued(exercise_id="train01", file_name="train01.py", source="pass", ahead=0)
    for event in [queued, *Story().group(4).events]:
        await log.append("orphan", event)
    await log.create("empty", "request-2")
    await log.close()

    again = await SqliteEventLog.open(tmp_path / "runs.sqlite")
    built = house(ScriptedRunner(), event_log=again)
    await built.controller.start()
    records = await built.whole("orphan")
    assert kinds(records)[-2:] == ["run_finished", "graded"]
    assert only(records, RunFinished).end == "server_stopped"
    assert kinds(await built.whole("empty")) == ["run_finished"]
    assert await again.unsealed() == []
    await built.controller.close()
    await again.close()


async def test_a_damaged_run_keeps_no_server_from_starting(house: Build, tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    log = await SqliteEventLog.open(path)
    for run_id in ("damaged", "whole"):
        await log.create(run_id, f"request-{run_id}")
        await log.append(run_id, Story().events[0])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE records SET event = 'x' WHERE run = 1")
    built = house(ScriptedRunner(), event_log=log)
    await built.controller.start()
    assert await log.unsealed() == ["damaged"]
    assert kinds(await built.whole("whole"))[-1] == "run_finished"
    await built.controller.close()
    await log.close()


async def test_an_exercise_that_is_gone_leaves_an_old_run_without_a_verdict(house: Build) -> None:
    log = MemoryEventLog()
    await log.create("run", "request-1")
    await log.append("run", RunQueued(exercise_id="gone", file_name="gone.py", source="pass", ahead=0))
    built = house(ScriptedRunner(), event_log=log)
    await built.controller.start()
    assert kinds(await built.whole("run")) == ["run_queued", "run_finished"]


class Hit(ScriptedRunner):
    """A runner that remembers the faults it was to bring about, after a moment."""

    def __init__(self) -> None:
        super().__init__([Forever()])
        self.faults: list[tuple[str, Fault]] = []
        self.asked, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def inflict(self, run_id: str, fault: Fault) -> None:
        self.asked.set()
        await self.may_go_on.wait()
        self.faults.append((run_id, fault))


KILL = Fault(action="kill", rank=1)


async def test_a_fault_reaches_the_run_it_is_for_and_no_run_that_is_over(house: Build) -> None:
    runner = Hit()
    runner.may_go_on.set()
    built = house(runner)
    run_id = await built.controller.submit(None, "pass", "request-1")
    assert await built.controller.inflict(run_id, KILL)
    assert not await built.controller.inflict("nobody", KILL)
    assert runner.faults == [(run_id, KILL)]


async def test_a_fault_is_brought_about_whole_though_whoever_sent_it_goes_away(house: Build) -> None:
    runner = Hit()
    built = house(runner)
    run_id = await built.controller.submit(None, "pass", "request-1")
    sending = asyncio.create_task(built.controller.inflict(run_id, KILL))
    await runner.asked.wait()
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    runner.may_go_on.set()
    await built.controller.close()
    assert runner.faults == [(run_id, KILL)]


async def test_so_many_faults_may_be_sent_for_one_run(house: Build) -> None:
    runner = Hit()
    runner.may_go_on.set()
    built = house(runner, runs_at_once=2)
    run_id = await built.controller.submit(None, "pass", "request-1")
    other = await built.controller.submit(None, "pass", "request-2")
    for _ in range(FAULTS):
        await built.controller.inflict(run_id, KILL)
    with pytest.raises(BadInput, match=f"at most {FAULTS}"):
        await built.controller.inflict(run_id, KILL)
    assert await built.controller.inflict(other, KILL)
    assert len(runner.faults) == FAULTS + 1
