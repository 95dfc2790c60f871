"""The scripted runner keeps the promises of every runner."""

from __future__ import annotations

import asyncio

import pytest

from allranks.protocol import Event, Job, Limits, Record, RunQueued
from allranks.runners import Forever, Raises, ScriptedRunner, replay
from stories import Story, solved

JOB = Job(run_id="run", file_name="scratch.py", source="pass", limits=Limits())


async def played(runner: ScriptedRunner) -> list[Event]:
    return [event async for event in runner.execute(JOB)]


async def test_it_yields_the_script_and_its_end_comes_when_nothing_is_left() -> None:
    runner = ScriptedRunner(solved().events)
    events = runner.execute(JOB)
    async for event in events:
        assert (event.kind == "run_finished") == (runner.living == set())


async def test_it_waits_where_the_script_says_so() -> None:
    gate = asyncio.Event()
    runner = ScriptedRunner([gate.wait, *Story().ended().events])
    playing = asyncio.create_task(played(runner))
    await asyncio.sleep(0)
    assert runner.living == {"run"}
    gate.set()
    assert len(await playing) == 3


async def test_closing_it_early_leaves_nothing_and_finishes_nothing() -> None:
    runner = ScriptedRunner([*Story().events, Forever()])
    events = runner.execute(JOB)
    await anext(events)
    await events.aclose()
    assert runner.living == set()


async def test_cancelling_its_reader_leaves_nothing() -> None:
    runner = ScriptedRunner([Forever()])
    playing = asyncio.create_task(played(runner))
    await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert runner.living == set()


async def test_it_can_break_its_promise() -> None:
    with pytest.raises(ZeroDivisionError):
        await played(ScriptedRunner([Raises(ZeroDivisionError())]))


async def test_a_script_may_depend_on_the_job() -> None:
    runner = ScriptedRunner(lambda job: Story().printed(job.source).ended().events)
    assert Story().printed("pass").events[-1] in await played(runner)


async def test_a_recorded_run_is_replayed_without_what_the_server_wrote() -> None:
    queued = RunQueued(exercise_id=None, file_name="scratch.py", source="pass", ahead=0)
    records = [Record(run_id="run", seq=0, time=0.0, event=queued), *solved().records()]
    assert await played(ScriptedRunner(replay(records))) == solved().events


async def test_a_replay_keeps_its_pauses_when_told_to() -> None:
    script = replay(Story().ended().records(), speed=1000.0)
    assert [callable(step) for step in script] == [False, True, False, True, False]
    assert await played(ScriptedRunner(script)) == Story().ended().events
