"""The contract of every event log."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from allranks.protocol import Event, LogWritten, MetricsReported, NonFinite, Record, StoreFailed, UnknownRun
from allranks.store import EventLog


def line(text: str) -> Event:
    return LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=text)


async def all_of(event_log: EventLog, run_id: str, after_seq: int = 0) -> list[Record]:
    async with aclosing(event_log.follow(run_id, after_seq)) as records:
        return [record async for record in records]


async def test_an_appended_event_comes_back_as_it_was(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    event = MetricsReported(
        attempt=1,
        rank=2,
        index=0,
        metrics={"loss": NonFinite(nonfinite="nan"), "epoch": 3, "ok": True, "name": "ä", "gap": None, "rate": 0.5},
        with_checkpoint=False,
        reported_at=12.5,
    )
    stored = await event_log.append("run", event)
    assert (await event_log.read("run")) == [stored]
    assert stored.event == event
    assert stored.time > 0


async def test_sequence_numbers_count_from_one_for_each_run(event_log: EventLog) -> None:
    await event_log.create("one", "request-1")
    await event_log.create("two", "request-2")
    for run_id in ("one", "two", "one"):
        await event_log.append(run_id, line(run_id))
    assert [record.seq for record in await event_log.read("one")] == [1, 2]
    assert [record.seq for record in await event_log.read("two")] == [1]


async def test_appends_at_the_same_time_leave_no_gap(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    stored = await asyncio.gather(*(event_log.append("run", line(str(number))) for number in range(300)))
    assert [record.seq for record in stored] == list(range(1, 301))
    assert await event_log.read("run") == stored


async def test_a_follower_is_given_what_is_there_together(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    await event_log.append("run", line("a"))
    async with aclosing(event_log.follow_pages("run")) as pages:
        assert [record.seq for record in await anext(pages)] == [1]
        for text in "bcd":
            await event_log.append("run", line(text))
        assert [record.seq for record in await anext(pages)] == [2, 3, 4]
        await event_log.seal("run")
        assert [page async for page in pages] == []


async def test_reading_begins_after_the_named_record(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    for text in "abc":
        await event_log.append("run", line(text))
    assert [record.seq for record in await event_log.read("run", 1)] == [2, 3]
    assert await event_log.read("run", 3) == []
    assert await event_log.read("run", 99) == []


async def test_the_same_request_names_the_same_run(event_log: EventLog) -> None:
    assert await event_log.run_of("request-1") is None
    assert await event_log.create("first", "request-1") == "first"
    assert await event_log.run_of("request-1") == "first"
    assert await event_log.create("second", "request-1") == "first"
    assert await event_log.run_ids() == ["first"]


async def test_runs_are_listed_oldest_first_and_sealed_ones_are_over(event_log: EventLog) -> None:
    for number in range(3):
        await event_log.create(f"run-{9 - number}", f"request-{number}")
    await event_log.seal("run-8")
    assert await event_log.run_ids() == ["run-9", "run-8", "run-7"]
    assert await event_log.unsealed() == ["run-9", "run-7"]


async def test_a_sealed_run_refuses_another_event(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    await event_log.seal("run")
    await event_log.seal("run")
    with pytest.raises(StoreFailed, match="is over"):
        await event_log.append("run", line("late"))


async def test_an_unknown_run_is_said_to_be_unknown(event_log: EventLog) -> None:
    with pytest.raises(UnknownRun):
        await event_log.append("nobody", line("x"))
    with pytest.raises(UnknownRun):
        await event_log.read("nobody")
    with pytest.raises(UnknownRun):
        await event_log.seal("nobody")
    with pytest.raises(UnknownRun):
        await all_of(event_log, "nobody")


async def test_an_unknown_run_does_not_spoil_an_append_beside_it(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    outcomes = await asyncio.gather(
        event_log.append("nobody", line("x")), event_log.append("run", line("y")), return_exceptions=True
    )
    assert isinstance(outcomes[0], UnknownRun)
    assert isinstance(outcomes[1], Record)


async def test_a_follower_gets_what_was_and_what_comes_and_ends_with_the_seal(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    await event_log.append("run", line("before"))
    follower = asyncio.create_task(all_of(event_log, "run"))
    for number in range(10):
        await event_log.append("run", line(str(number)))
    await event_log.seal("run")
    texts = [record.event.text for record in await follower if isinstance(record.event, LogWritten)]
    assert texts == ["before", *(str(number) for number in range(10))]


async def test_a_record_reaches_a_waiting_follower_before_the_next_is_written(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    async with aclosing(event_log.follow("run")) as records:
        for seq in range(1, 6):
            coming = asyncio.ensure_future(anext(records))
            stored = await event_log.append("run", line(str(seq)))
            assert await coming == stored


async def test_many_followers_each_get_every_record_once_in_order(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    followers = [asyncio.create_task(all_of(event_log, "run", after_seq)) for after_seq in (0, 0, 7, 20)]
    await asyncio.gather(*(event_log.append("run", line(str(number))) for number in range(30)))
    await event_log.seal("run")
    for follower, after_seq in zip(followers, (0, 0, 7, 20), strict=True):
        assert [record.seq for record in await follower] == list(range(after_seq + 1, 31))


async def test_a_follower_that_does_not_read_holds_up_nobody(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    async with aclosing(event_log.follow("run")) as slow:
        await event_log.append("run", line("first"))
        assert (await anext(slow)).seq == 1
        for number in range(50):
            await event_log.append("run", line(str(number)))
        await event_log.seal("run")
        assert len(await all_of(event_log, "run")) == 51
        assert [record.seq async for record in slow] == list(range(2, 52))


async def test_following_a_sealed_run_replays_it_and_ends(event_log: EventLog) -> None:
    await event_log.create("run", "request-1")
    for number in range(8):
        await event_log.append("run", line(str(number)))
    await event_log.seal("run")
    assert len(await all_of(event_log, "run")) == 8
    assert await all_of(event_log, "run", 8) == []
    assert await all_of(event_log, "run", 99) == []
