"""An event log that ends with the process."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from ..protocol import Event, Record, StoreFailed, UnknownRun
from .base import PAGE_RECORDS, EventLog, Page


@dataclass
class _Run:
    records: list[Record] = field(default_factory=list)
    sealed: bool = False


class MemoryEventLog(EventLog):
    """For tests, and for a run in a terminal that nobody reads later."""

    def __init__(self, page_records: int = PAGE_RECORDS) -> None:
        super().__init__(page_records)
        self._runs: dict[str, _Run] = {}
        self._requests: dict[str, str] = {}

    async def create(self, run_id: str, request_id: str) -> str:
        if request_id not in self._requests:
            self._requests[request_id] = run_id
            self._runs[run_id] = _Run()
        return self._requests[request_id]

    async def run_of(self, request_id: str) -> str | None:
        return self._requests.get(request_id)

    async def page(self, run_id: str, after_seq: int, limit: int) -> Page:
        run = self._run(run_id)
        records = run.records[after_seq : after_seq + limit]
        return Page(records, last=run.sealed and after_seq + len(records) >= len(run.records))

    async def run_ids(self) -> list[str]:
        return list(self._runs)

    async def unsealed(self) -> list[str]:
        return [run_id for run_id, run in self._runs.items() if not run.sealed]

    async def close(self) -> None:
        self._runs.clear()

    async def _append(self, run_id: str, event: Event) -> Record:
        run = self._run(run_id)
        if run.sealed:
            raise StoreFailed(f"run {run_id} is over; nothing can be added to its log")
        record = Record(run_id=run_id, seq=len(run.records) + 1, time=time.time(), event=event)
        run.records.append(record)
        return record

    async def _seal(self, run_id: str) -> None:
        self._run(run_id).sealed = True

    def _run(self, run_id: str) -> _Run:
        if run_id not in self._runs:
            raise UnknownRun(run_id)
        return self._runs[run_id]
