"""The thread behind the SQLite log."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from allranks.protocol import StoreFailed, UnknownRun
from allranks.store.database_thread import DatabaseThread


def prepare(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE IF NOT EXISTS words (word TEXT UNIQUE)")


def insert(word: str) -> Callable[[sqlite3.Connection], int]:
    return lambda connection: connection.execute("INSERT INTO words VALUES (?)", (word,)).rowcount


async def opened(tmp_path: Path, batch_jobs: int = 256) -> DatabaseThread:
    thread = DatabaseThread(tmp_path / "words.sqlite", prepare, batch_jobs)
    await thread.open()
    return thread


async def words(thread: DatabaseThread) -> list[str]:
    return await thread.do(lambda connection: [row[0] for row in connection.execute("SELECT word FROM words")])


@asynccontextmanager
async def busy(thread: DatabaseThread) -> AsyncGenerator[None, None]:
    """Hold the thread in a transaction of its own, so that what is asked for meanwhile waits together."""
    begun, held = threading.Event(), threading.Event()

    def job(connection: sqlite3.Connection) -> None:
        begun.set()
        held.wait(30)

    holding = asyncio.ensure_future(thread.do(job))
    await asyncio.to_thread(begun.wait, 30)
    yield
    await asyncio.sleep(0)
    held.set()
    await holding


async def test_jobs_that_wait_together_are_one_transaction(tmp_path: Path) -> None:
    thread = await opened(tmp_path)
    jobs: list[asyncio.Future[object]] = []
    seen: list[bool] = []
    async with busy(thread):
        for word in "abc":
            jobs.append(asyncio.ensure_future(thread.do(insert(word))))
            jobs.append(asyncio.ensure_future(thread.do(lambda connection: seen.append(connection.in_transaction))))
    await asyncio.gather(*jobs)
    assert seen == [True, True, True]
    assert await words(thread) == ["a", "b", "c"]
    await thread.close()


async def test_a_job_that_fails_does_not_spoil_those_beside_it(tmp_path: Path) -> None:
    def unknown(connection: sqlite3.Connection) -> None:
        raise UnknownRun("x")

    thread = await opened(tmp_path)
    async with busy(thread):
        together = asyncio.gather(
            thread.do(insert("before")),
            thread.do(insert("before")),
            thread.do(unknown),
            thread.do(insert("after")),
            return_exceptions=True,
        )
    outcomes = await together
    assert outcomes[0] == outcomes[3] == 1
    assert isinstance(outcomes[1], StoreFailed)
    assert isinstance(outcomes[2], UnknownRun)
    assert await words(thread) == ["before", "after"]
    await thread.close()


async def test_a_mistake_in_a_job_does_not_end_the_thread(tmp_path: Path) -> None:
    thread = await opened(tmp_path)
    with pytest.raises(ZeroDivisionError):
        await thread.do(lambda connection: 1 // 0)
    assert await words(thread) == []
    await thread.close()


async def test_closing_finishes_what_waits(tmp_path: Path) -> None:
    thread = await opened(tmp_path, batch_jobs=2)
    jobs = [asyncio.ensure_future(thread.do(insert(str(number)))) for number in range(9)]
    await asyncio.sleep(0)
    await thread.close()
    await asyncio.gather(*jobs)
    again = await opened(tmp_path)
    assert len(await words(again)) == 9
    await again.close()
