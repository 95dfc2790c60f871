"""The event log on disk: SQLite in WAL mode, so that it can be read with any tool while the server writes."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ..protocol import Event, Record, StoreFailed, UnknownRun
from .base import PAGE_RECORDS, EventLog, Page
from .database_thread import DatabaseThread

_TABLES = """
CREATE TABLE IF NOT EXISTS runs (
    number INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL UNIQUE,
    request_id TEXT NOT NULL UNIQUE,
    sealed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS records (
    run INTEGER NOT NULL REFERENCES runs (number),
    seq INTEGER NOT NULL,
    time REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) WITHOUT ROWID;
"""
_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


class SqliteEventLog(EventLog):
    """One file. One server at a time: a lock file beside it says who."""

    def __init__(self, path: Path, lock: int, thread: DatabaseThread, page_records: int) -> None:
        super().__init__(page_records)
        self._path = path
        self._lock = lock
        self._thread = thread

    @classmethod
    async def open(
        cls, path: Path, *, max_bytes: int | None = None, page_records: int = PAGE_RECORDS
    ) -> SqliteEventLog:
        """Open or make the file, and its directory. Past `max_bytes` appends fail as on a full disk; None: no bound."""
        lock = _take_lock(path)
        thread = DatabaseThread(path, lambda connection: _prepare(connection, max_bytes))
        try:
            await thread.open()
        except StoreFailed:
            os.close(lock)
            raise
        return cls(path, lock, thread, page_records)

    async def create(self, run_id: str, request_id: str) -> str:
        def job(connection: sqlite3.Connection) -> str:
            connection.execute(
                "INSERT INTO runs (run_id, request_id) VALUES (?, ?) ON CONFLICT (request_id) DO NOTHING",
                (run_id, request_id),
            )
            return _run_of(connection, request_id) or run_id

        return await self._thread.do(job)

    async def run_of(self, request_id: str) -> str | None:
        return await self._thread.do(lambda connection: _run_of(connection, request_id))

    async def page(self, run_id: str, after_seq: int, limit: int) -> Page:
        def job(connection: sqlite3.Connection) -> Page:
            number, sealed = _find(connection, run_id)
            rows = connection.execute(
                "SELECT seq, time, event FROM records WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?",
                (number, after_seq, limit),
            ).fetchall()
            return Page([self._record(run_id, *row) for row in rows], last=sealed and len(rows) < limit)

        return await self._thread.do(job)

    async def run_ids(self) -> list[str]:
        query = "SELECT run_id FROM runs ORDER BY number"
        return await self._thread.do(lambda connection: _first_column(connection, query))

    async def unsealed(self) -> list[str]:
        query = "SELECT run_id FROM runs WHERE NOT sealed ORDER BY number"
        return await self._thread.do(lambda connection: _first_column(connection, query))

    async def close(self) -> None:
        await self._thread.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    async def _append(self, run_id: str, event: Event) -> Record:
        text = event.model_dump_json()

        def job(connection: sqlite3.Connection) -> Record:
            number, sealed = _find(connection, run_id)
            if sealed:
                raise StoreFailed(f"run {run_id} is over; nothing can be added to its log")
            (last,) = connection.execute("SELECT max(seq) FROM records WHERE run = ?", (number,)).fetchone()
            record = Record(run_id=run_id, seq=(last or 0) + 1, time=time.time(), event=event)
            connection.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (number, record.seq, record.time, text))
            return record

        return await self._thread.do(job)

    async def _seal(self, run_id: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            number, _ = _find(connection, run_id)
            connection.execute("UPDATE runs SET sealed = 1 WHERE number = ?", (number,))

        await self._thread.do(job)

    def _record(self, run_id: str, seq: int, time: float, event: str) -> Record:
        try:
            return Record(run_id=run_id, seq=seq, time=time, event=_EVENT.validate_json(event))
        except ValidationError as error:
            raise StoreFailed(
                f"record {seq} of run {run_id} in {self._path} cannot be read; "
                "it was damaged, or written by a newer server"
            ) from error


def _prepare(connection: sqlite3.Connection, max_bytes: int | None) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if max_bytes is not None:
        (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute(f"PRAGMA max_page_count = {max(1, max_bytes // page_bytes)}")
    connection.executescript(_TABLES)


def _take_lock(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreFailed(
            f"the data directory {path.parent} cannot be used ({error.strerror}); "
            "make it writable, or choose another data directory"
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise StoreFailed(
            f"another server is using the data directory {path.parent}; stop it, or choose another data directory"
        ) from error
    return lock


def _find(connection: sqlite3.Connection, run_id: str) -> tuple[int, bool]:
    row = connection.execute("SELECT number, sealed FROM runs WHERE run_id = ?", (run_id,)).fetchone()
    if row is None:
        raise UnknownRun(run_id)
    return int(row[0]), bool(row[1])


def _run_of(connection: sqlite3.Connection, request_id: str) -> str | None:
    row = connection.execute("SELECT run_id FROM runs WHERE request_id = ?", (request_id,)).fetchone()
    return None if row is None else str(row[0])


def _first_column(connection: sqlite3.Connection, query: str) -> list[str]:
    return [str(row[0]) for row in connection.execute(query)]
