"""Real runs on a real Ray, for tests that share one or want to look inside."""

from __future__ import annotations

import asyncio
import functools
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from allranks.protocol import Event, Fault, Job, Limits, LogWritten, PlannedFault, RunFinished, Variation
from allranks.runners.local import LocalRunner, find_enclosure
from allranks.runners.local.enclosure import Enclosure
from allranks.runners.local.sweep import processes_of
from allranks.store import KeptFiles

E = TypeVar("E", bound=Event)
RUN_SECONDS = 110


@dataclass
class Run:
    """What one run yielded, with the host's time of each event."""

    run_id: str
    events: list[Event] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def text(self, origin: str = "program", rank: int | None = None) -> str:
        return "".join(log.text for log in self.of(LogWritten) if log.origin == origin and log.rank == rank)

    @property
    def finished(self) -> RunFinished:
        last = self.events[-1]
        assert isinstance(last, RunFinished)
        return last


Until = Callable[[Event], bool]
Person = Callable[[Event], Sequence[Fault]]


async def execute(
    source: str,
    until: Until | None = None,
    limits: Limits | None = None,
    enclosure: Enclosure | None = None,
    faults: Sequence[PlannedFault] = (),
    person: Person | None = None,
    nodes: int = 1,
    rerun: str | None = None,
    variation: Variation | None = None,
    kept: KeptFiles | None = None,
) -> tuple[Run, float]:
    """Run `source` to its end, or close it at the first event that `until` accepts; in the best sandbox of this
    machine, or in `enclosure`, on so many Ray `nodes`. `faults` are planned; `person` says which to send at an event.
    `rerun` is given the newest checkpoint afterwards; `variation` overrules the program; `kept` is where files of
    checkpoints are left.
    Also gives the seconds that closing took. Afterwards no process and no file of the run may be left, whatever
    happened."""
    run = Run(run_id=f"test-{uuid.uuid4().hex}")
    limits = limits or Limits()
    job = Job(
        run_id=run.run_id,
        file_name="program.py",
        source=source,
        limits=limits,
        faults=list(faults),
        nodes=nodes,
        rerun=rerun,
        variation=variation,
    )
    closing = 0.0
    with tempfile.TemporaryDirectory(prefix="runs-") as name:
        runner = LocalRunner(Path(name), enclosure=enclosure or best_enclosure(), limits=job.limits, kept=kept)
        events = runner.execute(job)
        async with asyncio.timeout(RUN_SECONDS):
            async for event in events:
                run.events.append(event)
                run.times.append(time.time())
                for fault in person(event) if person else ():
                    await runner.inflict(run.run_id, fault)
                if until is not None and until(event):
                    began = time.monotonic()
                    await events.aclose()
                    closing = time.monotonic() - began
                    break
        await runner.close()
        assert processes_of(name) == []
        assert left_in(name) == []
    return run, closing


@functools.cache
def best_enclosure() -> Enclosure:
    """What `allranks serve` would use here."""
    return find_enclosure().enclosure


def serve_flags() -> list[str]:
    """What `allranks serve` must be told to serve on this machine."""
    return ["--unsafe-no-sandbox"] if best_enclosure().level == "D" else []


def left_in(folder: str) -> list[str]:
    """Names of the files that are still there."""
    return [path.name for path in Path(folder).iterdir()]


def run_once(coroutine: Awaitable[tuple[Run, float]]) -> Run:
    """For fixtures that share one run among several tests."""

    async def waiting() -> Run:
        return (await coroutine)[0]

    return asyncio.run(waiting())
