"""One sandbox: started, made ready, given one job, ended. Never used twice.

Sandbox                  folder outside, Unix socket, events
  └─ warden process      ends the whole tree; writes one status line
       └─ cell           whatever encloses it (`enclosure.py`)
            └─ recorder = later the learner's driver; its standard input brings the job
                 ├─ zygote: forks Ray's workers
                 └─ Ray: gcs, raylet, agents, controller, rank 0..N-1
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from ...protocol import CheckpointsFound, Event, Job, Limits, RunnerFailed
from . import environment, sweep
from .connections import CHUNK, Connections
from .enclosure import Cell, Counters, Enclosure
from .intake import Intake
from .lines import LineReader
from .stored_checkpoints import Storage
from .watchdog import watch_memory

STATUS_BYTES = 4096
BACKLOG = 16
"""Connections that may wait. All of them are accepted in one turn of the event loop, which everybody shares."""
WARDEN = Path(__file__).with_name("warden.py")


class Sandbox:
    """Everything that one run owns while it lives. `start`, `wait_until_ready`, `hand_out`, `events`, `end`."""

    def __init__(
        self,
        enclosure: Enclosure,
        parent: Path,
        limits: Limits,
        *,
        warm: bool = True,
        in_place: Path | None = None,
        partial_line_seconds: float = 0.1,
        end_seconds: float = 1.5,
    ) -> None:
        """Makes the folder outside, in `parent`. Raises OSError."""
        self._folder = Path(tempfile.mkdtemp(prefix=sweep.folder_prefix(), dir=parent))
        self.mark = str(self._folder)
        """What its processes carry in their environment, so that the sweep finds them."""
        self._enclosure = enclosure
        self._places = enclosure.places(self._folder)
        self.limits = limits
        self._warm = warm
        self._in_place = in_place
        self._end_seconds = end_seconds
        intake = Intake(limits, hidden=f"{self._places.home}/")
        self._intake = intake
        self._connections = Connections(intake, limits.event_bytes, partial_line_seconds)
        self._server: asyncio.Server | None = None
        self._warden: asyncio.subprocess.Process | None = None
        self._ended: asyncio.Task[None] | None = None
        self._cell: Cell | None = None
        self._storage = Storage([self._places.home, self._places.temporary])
        self._opening: asyncio.Task[None] | None = None
        self.status: dict[str, Any] | None = None
        """The warden's status line, once everything has ended."""
        self._watching: asyncio.Task[None] | None = None
        self._killed_for_memory: int | None = None
        self.gives_way = False
        """True while the kernel lets its processes have only the CPU time that others leave over."""
        self.counters = Counters()
        """What the kernel had counted when the sandbox ended."""

    @property
    def last_words(self) -> str:
        """The end of what it wrote before it was ready."""
        return self._connections.last_words

    @property
    def output_exceeded(self) -> bool:
        """True when the run ended because it wrote too much."""
        return self._intake.output_exceeded

    @property
    def alive(self) -> bool:
        """False when its processes have ended, whoever ended them."""
        return self._ended is not None and not self._ended.done()

    @property
    def warden(self) -> psutil.Process | None:
        """The root of its processes, for as long as it lives."""
        if self._warden is None or not self.alive:
            return None
        try:
            return psutil.Process(self._warden.pid)
        except psutil.Error:
            return None

    def tell(self, event: Event) -> None:
        """Put an event of the host's own among what comes from inside, behind all that has come so far."""
        self._connections.tell(event)

    def order(self, attempt: int, rank: int, order: dict[str, Any]) -> bool:
        """Send a word to a rank. False when it does not listen. Never waits."""
        return self._connections.orders.send(attempt, rank, order)

    def favour(self, live: bool) -> None:
        """Give its processes as much CPU time as any other's, or only what live runs leave over."""
        self.gives_way = self._cell is not None and self._cell.favour(live) and not live

    async def start(self) -> None:
        """Start the processes. Raises OSError or RunnerFailed. Call from the event loop's own thread: the warden dies
        with the *thread* that started it."""
        socket = self._folder / "host"
        accept = self._connections.accept
        # In two steps, so that a start which is given up between them leaves a server that `end` knows of.
        self._server = await asyncio.start_unix_server(accept, str(socket), limit=CHUNK, start_serving=False)
        await self._server.start_serving()
        recorder = [sys.executable, "-m", "allranks.recorder", "--temporary", self._places.temporary]
        recorder += ["--logical-cpus", str(self.limits.logical_cpus)]
        if not self._warm:
            recorder.append("--at-once")
        make = environment.environment_in_place if self._in_place else environment.environment
        variables = make(self._places, self.mark)
        self._cell = cell = self._enclosure.open(self._folder, self.mark, recorder, variables, self.limits)
        self.favour(live=not self._warm)
        read_end, write_end = os.pipe()
        try:
            self._warden = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", str(WARDEN), str(write_end)),
                json.dumps(environment.resource_limits(self.limits)),
                *("--", *cell.argv),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                pass_fds=(write_end, *cell.inherited),
                env=cell.environment,
            )
        except BaseException:
            os.close(read_end)
            raise
        finally:
            os.close(write_end)
            cell.close_inherited()
        if self._warden.stdout is None or self._warden.stderr is None:
            raise RunnerFailed("the sandbox's output pipes could not be opened")
        self._connections.start(self._connections.read_log(self._warden.stdout, LineReader("stdout", None, None)))
        self._connections.start(self._connections.read_log(self._warden.stderr, LineReader("stderr", None, None)))
        self._ended = asyncio.create_task(self._wait_for_warden(read_end))
        if self._enclosure.watch_memory:
            watching = watch_memory(self._warden.pid, self.limits.memory_bytes, self._end_for_memory)
            self._watching = asyncio.create_task(watching)

    async def wait_until_ready(self, seconds: float) -> list[str]:
        """Wait for the sandbox to be ready and return its notes. Raises RunnerFailed when it ended or took too long."""
        assert self._ended is not None
        either: set[asyncio.Future[Any]] = {self._connections.ready, self._ended}
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not self._connections.ready.done():
            how = "ended" if self._ended.done() else f"was not ready within {seconds:g} s"
            raise RunnerFailed(f"a sandbox {how}: {self.last_words.strip() or 'it said nothing'}")
        return self._connections.ready.result()

    async def hand_out(self, job: Job) -> None:
        """Give the ready sandbox its program. Raises OSError when it is gone."""
        assert self._warden is not None
        assert self._warden.stdin is not None
        self.favour(live=True)
        self._intake.begin(job.limits)
        self._connections.open_for_events = True
        handed = {"in_place": str(self._in_place)} if self._in_place else content(job)
        self._warden.stdin.write(json.dumps(handed).encode() + b"\n")
        await self._warden.stdin.drain()
        self._warden.stdin.close()
        # Meanwhile: the program takes longer to come to a checkpoint, and nobody waits for this.
        own_mounts = not Path(self._places.home).is_relative_to(self._folder)
        opening = asyncio.to_thread(self._storage.open, self.warden, own_mounts=own_mounts)
        self._opening = asyncio.create_task(opening)

    async def checkpoints_found(self) -> CheckpointsFound | None:
        """What lies where the program said that its checkpoints were; None when it never said so. For the time between
        the last event and `end`."""
        if self._opening is None or not self._intake.storage:
            return None
        await self._opening
        return await asyncio.to_thread(self._storage.found, self._intake.storage)

    async def events(self) -> AsyncGenerator[Event, None]:
        """Events until the warden has ended everything and each stream was read to its end."""
        async for event in self._connections.events(lambda: not self.alive):
            yield event

    async def end(self) -> None:
        """End whatever still runs and remove the folder. No process is left when this returns."""
        if self._warden is not None and self._ended is not None:
            with contextlib.suppress(ProcessLookupError):
                if self._warden.returncode is None:
                    self._warden.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._ended), self._end_seconds)
            await asyncio.to_thread(sweep.end, self.mark)
            await self._ended
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._server is not None:
            self._server.close()
        await self._connections.close()
        if self._opening is not None:
            await self._opening
        self._storage.close()
        if self._cell is not None:
            self.counters = self._cell.counters()
            if self._killed_for_memory is not None:
                self.counters = replace(self.counters, out_of_memory=self._killed_for_memory)
            self._cell.close()
        await asyncio.to_thread(shutil.rmtree, self._folder, True)

    def _end_for_memory(self, processes: int) -> None:
        self._killed_for_memory = processes
        if self._warden is not None and self._warden.returncode is None:
            self._warden.terminate()

    async def _wait_for_warden(self, status_end: int) -> None:
        """The status pipe ends when the warden does. Its own `wait` would go on while anybody holds its output."""
        assert self._warden is not None
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        pipe, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(status_end, "rb")
        )
        try:
            with contextlib.suppress(ValueError):
                said = json.loads(await reader.read(STATUS_BYTES) or b"null")
                self.status = self._cell.read_status(said) if self._cell else said
        finally:
            pipe.close()
        if self.status is None:
            # Somebody killed the warden, so what it watched over may still live.
            await asyncio.to_thread(sweep.end, self.mark)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._warden.wait(), self._end_seconds)
        self._connections.wake()


def content(job: Job) -> dict[str, str]:
    """All that the inside is told of a job: never its faults."""
    return {"file_name": job.file_name, "source": job.source}
