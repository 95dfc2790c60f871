"""One thread that owns one SQLite connection, so that a slow disk never stops the event loop.

event loop                         thread
await do(job) ── SimpleQueue ──►   takes all jobs that wait, runs them in one transaction, commits
     ◄──── call_soon_threadsafe ── hands every job its result, only after the commit
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ..protocol import StoreFailed

Result = TypeVar("Result")
Job = Callable[[sqlite3.Connection], Any]


@dataclass
class _Waiting:
    job: Job
    future: asyncio.Future[Any]
    outcome: Any = None


class DatabaseThread:
    """Runs jobs on a database in the order they came.

    A job gets the connection inside an open transaction, and may be run again in one of its own when another job
    spoiled the first. What it raises reaches its caller alone: errors of SQLite as `StoreFailed`, others as they are.
    """

    def __init__(self, path: Path, prepare: Job, batch_jobs: int = 256) -> None:
        self._path = path
        self._prepare = prepare
        self._batch_jobs = batch_jobs
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="allranks-store", daemon=True)

    async def open(self) -> None:
        """Start the thread and prepare the database."""
        self._thread.start()
        try:
            await self.do(lambda connection: None)
        except StoreFailed:
            await self.close()
            raise

    async def do(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `job` on the thread. When the caller is cancelled, the job runs all the same."""
        if self._closed:
            raise StoreFailed(f"the event log {self._path} is closed")
        waiting = _Waiting(job, asyncio.get_running_loop().create_future())
        self._jobs.put(waiting)
        result: Result = await waiting.future
        return result

    async def close(self) -> None:
        """Finish what waits, then end the thread."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        while (batch := self._next_batch()) is not None:
            try:
                if connection is None:
                    connection = self._connect()
                self._execute(connection, batch)
            except sqlite3.Error as error:
                for waiting in batch:
                    waiting.outcome = StoreFailed(self._sentence(error))
            _deliver(batch)
        if connection is not None:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            self._prepare(connection)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _next_batch(self) -> list[_Waiting] | None:
        batch: list[_Waiting] = []
        while len(batch) < self._batch_jobs:
            try:
                waiting = self._jobs.get(block=not batch)
            except queue.Empty:
                break
            if waiting is None:
                if batch:
                    self._jobs.put(None)
                    break
                return None
            batch.append(waiting)
        return batch

    def _execute(self, connection: sqlite3.Connection, batch: list[_Waiting]) -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for waiting in batch:
                waiting.outcome = waiting.job(connection)
            connection.execute("COMMIT")
        except Exception as error:  # whatever a job did, the thread must live on
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(batch) > 1:
                for waiting in batch:
                    self._execute(connection, [waiting])
            else:
                batch[0].outcome = StoreFailed(self._sentence(error)) if isinstance(error, sqlite3.Error) else error

    def _sentence(self, error: sqlite3.Error) -> str:
        advice = {
            "SQLITE_FULL": "free some disk space, or choose another data directory",
            "SQLITE_CORRUPT": "the file is damaged: move it away, or choose another data directory",
            "SQLITE_NOTADB": "the file is not a database: move it away, or choose another data directory",
        }.get(getattr(error, "sqlite_errorname", ""), "see that the directory exists and can be written to")
        return f"the event log {self._path} could not be used ({error}); {advice}"


def _deliver(batch: list[_Waiting]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
    for waiting in batch:
        by_loop.setdefault(waiting.future.get_loop(), []).append(waiting)
    for loop, group in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, group)


def _settle(group: list[_Waiting]) -> None:
    for waiting in group:
        if waiting.future.done():
            continue
        if isinstance(waiting.outcome, Exception):
            waiting.future.set_exception(waiting.outcome)
        else:
            waiting.future.set_result(waiting.outcome)
