"""A controller and its log, for tests that let runs happen."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Limits, Record
from allranks.runners.local import LocalRunner
from allranks.runs import RunController
from allranks.store import EventLog, MemoryEventLog
from real_runs import best_enclosure

Kind = TypeVar("Kind")


@dataclass
class House:
    """One controller and its log."""

    controller: RunController
    event_log: EventLog

    async def whole(self, run_id: str) -> list[Record]:
        """Every record, once the run is over."""
        return [record async for record in self.event_log.follow(run_id)]

    async def until(self, run_id: str, kind: str) -> Record:
        """The first record of this kind, as soon as it is there."""
        async for record in self.event_log.follow(run_id):
            if record.event.kind == kind:
                return record
        raise AssertionError(f"the run ended without {kind}")


@contextlib.asynccontextmanager
async def running_house(
    folder: Path, limits: Limits | None = None, catalog: Catalog | None = None
) -> AsyncGenerator[House, None]:
    """One over a real runner, as a server has it."""
    limits = limits or Limits()
    runner = LocalRunner(folder, enclosure=best_enclosure(), limits=limits)
    log = MemoryEventLog()
    controller = RunController(log, runner, catalog or Catalog([]), limits=limits)
    await controller.start()
    try:
        yield House(controller, log)
    finally:
        await controller.close()
        await log.close()


def solution(exercise_id: str) -> str:
    """The program that passes an exercise."""
    return Catalog.read(default_exercises_folder()).get(exercise_id).solution


def kinds(records: list[Record]) -> list[str]:
    """What happened, by name."""
    return [record.event.kind for record in records]


def only(records: list[Record], kind: type[Kind]) -> Kind:
    """The one event of this class."""
    (event,) = (record.event for record in records if isinstance(record.event, kind))
    return event
