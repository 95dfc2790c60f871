"""Many short runs in a row, and what they leave: for tests and for `make soak`."""

from __future__ import annotations

import asyncio
import gc
import sys
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from allranks.protocol import Event, Job, Limits, LogWritten, RunFinished
from allranks.runners.local import LocalRunner
from allranks.runners.local.enclosure import Cell, Enclosure, Places
from mini_sandbox import SMALL, enclosure

READY_SECONDS = 300.0
"""A machine that is busy with something else is no reason for a soak of an hour to fail."""
STAND_IN = """
import json, os, socket, sys
def connect(channel, **header):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect("/ev/host")
    connection.sendall(json.dumps({"channel": channel, **header}).encode() + b"\\n")
    return connection
ready = connect("ready", notes=[])
job = json.loads(sys.stdin.readline())
events = connect("events")
events.sendall(b'{"kind": "phase_changed", "phase": "program"}\\n')
exec(compile(job["source"], job["file_name"], "exec"), {"__name__": "__main__", "events": events})
"""
"""In place of the recorder, where what is to be shown needs no Ray: ready in 0.1 s, not in 6 s."""


class Remembering(Enclosure):
    """The real enclosure, which remembers the mark of each sandbox that it was ever asked for. With `command`, that is
    what each starts in place of the recorder."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._real = enclosure()
        self._command = command
        self.level, self.isolation = self._real.level, self._real.isolation
        self.marks: list[str] = []

    def places(self, folder: Path) -> Places:
        return self._real.places(folder)

    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        self.marks.append(run_id)
        return self._real.open(folder, run_id, self._command or command, environment, limits)


@dataclass
class Told:
    """What one run told."""

    events: list[Event]

    @property
    def end(self) -> str:
        (finished,) = [event for event in self.events if isinstance(event, RunFinished)]
        return finished.end

    def text(self, origin: str = "program") -> str:
        return "".join(event.text for event in self.events if isinstance(event, LogWritten) and event.origin == origin)


@dataclass
class Soak:
    """A runner with a pool, and the sandboxes that it had."""

    runner: LocalRunner
    remembering: Remembering
    limits: Limits

    async def run(self, source: str) -> Told:
        job = Job(run_id=uuid.uuid4().hex, file_name="program.py", source=source, limits=self.limits)
        return Told([event async for event in self.runner.execute(job)])

    async def until_ready(self, wanted: int) -> None:
        while self.runner.pool.ready < wanted:  # noqa: ASYNC110  # the pool tells nobody; a test may look
            await asyncio.sleep(0.01)


@dataclass(frozen=True)
class Footprint:
    """What this process and the machine hold."""

    memory_bytes: int
    descriptors: int
    mounts: str
    children: int = field(default_factory=lambda: len(psutil.Process().children(recursive=True)))

    @classmethod
    def now(cls) -> Footprint:
        gc.collect()
        return cls(
            memory_bytes=psutil.Process().memory_info().rss,
            descriptors=sum(1 for _ in Path("/proc/self/fd").iterdir()),
            mounts=Path("/proc/self/mountinfo").read_text(),
        )


@asynccontextmanager
async def soaking(*, ray: bool, pool_size: int, limits: Limits | None = None) -> AsyncGenerator[Soak, None]:
    """A runner in the real seal, with Ray or with the stand-in for it."""
    remembering = Remembering(None if ray else [sys.executable, "-S", "-c", STAND_IN])
    limits = limits or (Limits() if ray else SMALL)
    runner = LocalRunner(enclosure=remembering, limits=limits, pool_size=pool_size, ready_seconds=READY_SECONDS)
    await runner.open()
    try:
        yield Soak(runner, remembering, limits)
    finally:
        await runner.close()
