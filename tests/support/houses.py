"""A controller and its log, for tests that let runs happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Record
from allranks.runs import RunController
from allranks.store import EventLog

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
