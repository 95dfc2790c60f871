"""A hostile program in the place of the recorder: a real sandbox whose other end says what it likes."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from allranks.protocol import EventsDropped, Limits
from allranks.runners.local.enclosure import Cell, Enclosure, Places
from attacks import source_of
from mini_sandbox import enclosure
from real_runs import Run, execute

BEATS = 200
DRIVER = """

def _speak(attempt):
    import json, socket, sys
    def connect(channel="events", **header):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect("/ev/host")
        connection.sendall(json.dumps({"channel": channel, **header}).encode() + b"\\n")
        return connection
    connect("ready", notes=[]).close()
    sys.stdin.readline()
    events = connect()
    events.sendall(b'{"kind": "phase_changed", "phase": "program"}\\n')
    globals()[attempt](connect)
    events.sendall(b'{"kind": "phase_changed", "phase": "finishing"}\\n')

_speak(__import__("sys").argv[1])
"""


class Instead(Enclosure):
    """The real one, but for the command that is started in it."""

    def __init__(self, inner: Enclosure, command: Sequence[str]) -> None:
        self._inner = inner
        self._command = list(command)
        self.level = inner.level
        self.isolation = inner.isolation

    def places(self, folder: Path) -> Places:
        return self._inner.places(folder)

    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        return self._inner.open(folder, run_id, self._command, environment, limits)


@dataclass(frozen=True)
class Suffered:
    """What a hostile run did to its host."""

    run: Run
    longest_wait: float
    """Seconds that the event loop, which all learners share, was held up at most."""
    memory_bytes: int
    """How much more memory this process had at its peak than before."""

    @property
    def dropped(self) -> dict[str, int]:
        """What was not let in, by its reason."""
        return {event.reason: event.count for event in self.run.of(EventsDropped)}


async def suffer(attack: str, attempt: str, *, limits: Limits | None = None) -> Suffered:
    """Let one attempt of an attack speak to the host until it ends or is ended."""
    command = [sys.executable, "-S", "-c", source_of(attack) + DRIVER, attempt]
    process = psutil.Process()
    # A server does not carry thousands of collected tests, which a collection of garbage would look at meanwhile.
    gc.collect()
    gc.freeze()
    before = process.memory_info().rss
    waits, memory = [0.0], [before]

    async def beat() -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(1 / BEATS)
            now = time.monotonic()
            waits.append(now - last - 1 / BEATS)
            last = now
            memory.append(process.memory_info().rss)

    beating = asyncio.create_task(beat())
    try:
        run, _ = await execute("", limits=limits, enclosure=Instead(enclosure(), command))
    finally:
        beating.cancel()
        gc.unfreeze()
    return Suffered(run, max(waits), max(memory) - before)
