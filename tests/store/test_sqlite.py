"""What only a log on disk can do: outlive its process, run out of room, be damaged, be shared by mistake."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import aclosing, closing
from pathlib import Path

import pytest

from allranks.protocol import Event, LogWritten, StoreFailed
from allranks.store import SqliteEventLog


def line(text: str) -> Event:
    return LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=text)


async def test_a_run_outlives_the_server(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    log = await SqliteEventLog.open(path)
    await log.create("run", "request-1")
    stored = await log.append("run", line("kept"))
    await log.close()

    again = await SqliteEventLog.open(path)
    assert await again.read("run") == [stored]
    assert await again.unsealed() == ["run"]
    assert await again.create("other", "request-1") == "run"
    assert (await again.append("run", line("more"))).seq == 2
    await again.close()


async def test_a_full_disk_is_said_and_followers_hear_of_it(tmp_path: Path) -> None:
    log = await SqliteEventLog.open(tmp_path / "runs.sqlite", max_bytes=64 * 1024)
    await log.create("run", "request-1")
    written = 0

    async def fill() -> None:
        nonlocal written
        for _ in range(100):
            await log.append("run", line("x" * 8192))
            written += 1

    async def follow() -> int:
        count = 0
        try:
            async with aclosing(log.follow("run")) as records:
                async for _ in records:
                    count += 1
        except StoreFailed:
            return count
        raise AssertionError("the follower ended as if the run were over")

    follower = asyncio.create_task(follow())
    with pytest.raises(StoreFailed, match=r"runs\.sqlite could not be used .*full.*free some disk space"):
        await fill()
    assert 0 < written < 100
    assert await follower == written
    assert len(await log.read("run")) == written
    await log.close()


async def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_bytes(b"this is not a database, it is a letter" * 100)
    with pytest.raises(StoreFailed, match="not a database: move it away"):
        await SqliteEventLog.open(path)


async def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    log = await SqliteEventLog.open(path)
    await log.create("run", "request-1")
    await log.append("run", line("fine"))
    with closing(sqlite3.connect(path)) as other, other:
        other.execute('UPDATE records SET event = \'{"kind": "from_the_future"}\'')
    with pytest.raises(StoreFailed, match="record 1 of run run"):
        await log.read("run")
    await log.close()


async def test_two_servers_do_not_share_a_data_directory(tmp_path: Path) -> None:
    log = await SqliteEventLog.open(tmp_path / "runs.sqlite")
    with pytest.raises(StoreFailed, match="another server is using the data directory"):
        await SqliteEventLog.open(tmp_path / "runs.sqlite")
    await log.close()
    again = await SqliteEventLog.open(tmp_path / "runs.sqlite")
    await again.close()


async def test_a_data_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailed, match="choose another data directory"):
        await SqliteEventLog.open(tmp_path / "file" / "runs.sqlite")


async def test_a_closed_log_says_so(tmp_path: Path) -> None:
    log = await SqliteEventLog.open(tmp_path / "runs.sqlite")
    await log.close()
    await log.close()
    with pytest.raises(StoreFailed, match="is closed"):
        await log.run_ids()
