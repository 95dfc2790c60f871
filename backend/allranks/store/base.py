"""What an event log promises. Socket, verdict, diagnosis and replay are all readers of it.

A run's log is created, appended to, sealed, and from then on never changes. Sequence numbers count from 1 without a
gap, in the order in which `append` was called.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import NamedTuple

from ..protocol import Event, Record, StoreFailed
from .tail import Tail

PAGE_RECORDS = 64


class Page(NamedTuple):
    """Some consecutive records. `last` says that the run is sealed and nothing comes after them."""

    records: list[Record]
    last: bool


class EventLog(ABC):
    """The records of all runs.

    Every method raises `StoreFailed` when the storage does, and those that name a run raise `UnknownRun` when there is
    none. `page_records` is how much a follower holds in memory at a time, however slow its reader is.
    """

    def __init__(self, page_records: int = PAGE_RECORDS) -> None:
        self.page_records = page_records
        self._followers: dict[str, set[asyncio.Event]] = {}
        self._broken: dict[str, StoreFailed] = {}
        self._tails: dict[str, Tail] = {}

    @abstractmethod
    async def create(self, run_id: str, request_id: str) -> str:
        """Begin an empty log and return its run's id: `run_id`, or that of the earlier run with this `request_id`."""

    @abstractmethod
    async def run_of(self, request_id: str) -> str | None:
        """The run that this request began, if it did."""

    @abstractmethod
    async def page(self, run_id: str, after_seq: int, limit: int) -> Page:
        """At most `limit` records with `seq > after_seq`."""

    @abstractmethod
    async def run_ids(self) -> list[str]:
        """Every run, oldest first."""

    @abstractmethod
    async def unsealed(self) -> list[str]:
        """The runs that are not over, oldest first. After a start, those are the ones that a dead server left."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of the storage. Nothing may be called after it."""

    @abstractmethod
    async def _append(self, run_id: str, event: Event) -> Record: ...

    @abstractmethod
    async def _seal(self, run_id: str) -> None: ...

    async def append(self, run_id: str, event: Event) -> Record:
        """Store `event` with the next sequence number and the time of now. A sealed run refuses with `StoreFailed`."""
        try:
            record = await self._append(run_id, event)
        except StoreFailed as error:
            self._broken[run_id] = error
            self._wake(run_id)
            raise
        self._broken.pop(run_id, None)
        self._tails.setdefault(run_id, Tail(self.page_records)).add(record)
        self._wake(run_id)
        return record

    async def seal(self, run_id: str) -> None:
        """Say that the last record was written: followers end after it. Sealing twice is once."""
        await self._seal(run_id)
        if (tail := self._tails.get(run_id)) is not None:
            tail.over = True
            if run_id not in self._followers:
                del self._tails[run_id]
        self._wake(run_id)

    async def read(self, run_id: str, after_seq: int = 0) -> list[Record]:
        """Every record with `seq > after_seq` that is there now."""
        return (await self.page(run_id, after_seq, 2**31)).records

    async def follow(self, run_id: str, after_seq: int = 0) -> AsyncGenerator[Record, None]:
        """Every record with `seq > after_seq`, each once and in order: those that are there, then the new ones as they
        come, until the run is sealed. Raises `StoreFailed` when a record of the run could not be stored.
        """
        async with aclosing(self.follow_pages(run_id, after_seq)) as pages:
            async for records in pages:
                for record in records:
                    yield record

    async def follow_pages(self, run_id: str, after_seq: int = 0) -> AsyncGenerator[Sequence[Record], None]:
        """The same records, as many at once as are there when the reader asks: at most `page_records`, never none.

        Who keeps up is given the newest records from memory; a slow one reads from the storage at its own pace. So
        neither many followers nor slow ones cost the run anything.
        """
        woken = asyncio.Event()
        self._followers.setdefault(run_id, set()).add(woken)
        try:
            while True:
                woken.clear()
                broken = self._broken.get(run_id)  # looked at first: what was stored before it broke is then read below
                tail = self._tails.get(run_id)
                newest = None if tail is None else tail.after(after_seq)
                if tail is not None and newest is not None:
                    records, last = newest, tail.over
                else:
                    records, last = await self.page(run_id, after_seq, self.page_records)
                if records:
                    yield records
                    after_seq = records[-1].seq
                if last:
                    return
                if newest is None and len(records) == self.page_records:
                    continue
                if broken is not None:
                    raise StoreFailed(str(broken))
                await woken.wait()
        finally:
            self._followers[run_id].discard(woken)
            if not self._followers[run_id]:
                del self._followers[run_id]
                if (tail := self._tails.get(run_id)) is not None and tail.over:
                    del self._tails[run_id]

    def _wake(self, run_id: str) -> None:
        for woken in self._followers.get(run_id, ()):
            woken.set()
