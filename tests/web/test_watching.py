"""A class that watches one run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

from allranks.protocol import Record
from allranks.runners import ScriptedRunner
from allranks.store import Page, SqliteEventLog
from serving import Client, Served
from stories import Story

Serve = Callable[..., Awaitable[Served]]
CLASS = 30


class CountingLog(SqliteEventLog):
    """Counts how often the storage was read."""

    pages = 0

    async def page(self, run_id: str, after_seq: int, limit: int) -> Page:
        self.pages += 1
        return await super().page(run_id, after_seq, limit)


async def test_a_class_of_thirty_sees_every_record_of_one_run(serve: Serve) -> None:
    everybody_watches = asyncio.Event()
    story = Story().group(4).prepared(range(4)).epochs(range(4), [1 / (epoch + 1) for epoch in range(100)]).ended()
    served = await serve(ScriptedRunner([everybody_watches.wait, *story.events]))
    async with served.client() as owner, AsyncExitStack() as stack:
        run_id = await owner.submit()
        watchers = [await stack.enter_async_context(served.client()) for _ in range(CLASS)]
        for watcher in watchers:
            await watcher.watch(run_id)
        everybody_watches.set()
        seen = await asyncio.gather(*(watcher.until("run_finished") for watcher in [owner, *watchers]))
    assert [record.seq for record in seen[0]] == list(range(1, len(seen[0]) + 1))
    assert all(records == seen[0] for records in seen)


async def test_a_run_does_not_wait_for_those_who_watch_it(serve: Serve) -> None:
    """Thirty who never read what is sent to them, and the run goes on to its end at once."""
    served = await serve(ScriptedRunner(Story().group(4).epochs(range(4), [1.0] * 200).ended().events))
    async with served.client() as owner, AsyncExitStack() as stack:
        run_id = await owner.submit()
        for _ in range(CLASS):
            silent = await stack.enter_async_context(served.client(max_queue=1))
            # Who reads nothing does not read the farewell either, and closing politely would wait for it.
            stack.callback(silent.connection.transport.abort)
            await silent.watch(run_id)
        assert (await owner.until("run_finished"))[-1].event.kind == "run_finished"


async def test_who_keeps_up_costs_the_storage_nothing_however_many_they_are(serve: Serve, tmp_path: Path) -> None:
    everybody_watches = asyncio.Event()
    log = await CountingLog.open(tmp_path / "runs.sqlite")
    served = await serve(
        ScriptedRunner([everybody_watches.wait, *Story().group(4).epochs(range(4), [1.0] * 100).ended().events]), log
    )
    async with served.client() as owner, AsyncExitStack() as stack:
        run_id = await owner.submit()
        await owner.until("run_started")
        watchers = [await stack.enter_async_context(served.client()) for _ in range(CLASS)]
        for watcher in watchers:
            await watcher.watch(run_id)
            await watcher.until("run_started")
        before = log.pages
        everybody_watches.set()
        counts = await asyncio.gather(*(_count(watcher) for watcher in [owner, *watchers]))
    assert len(set(counts)) == 1
    assert log.pages - before < len(watchers) * counts[0] / 4
    await log.close()


async def _count(watcher: Client) -> int:
    records: list[Record] = await watcher.until("run_finished")
    return len(records)
