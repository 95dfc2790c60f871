"""One sandbox: started, made ready, given one job, ended. Never used twice, unless it was made to be (`turns`).

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
from .taker import Bounds, Taken
from .warden_start import start_warden
from .watchdog import watch_memory

STATUS_BYTES = 4096


class Sandbox:
    """Everything that one run owns while it lives. `start`, `wait_until_ready`, `hand_out`, `events`, `end`."""

    def __init__(
        self,
        enclosure: Enclosure,
        parent: Path,
        limits: Limits,
        *,
        warm: bool = True,
        turns: int = 1,
        in_place: Path | None = None,
        partial_line_seconds: float = 0.1,
        end_seconds: float = 1.5,
    ) -> None:
        """Makes the folder outside, in `parent`. More than one of `turns` lets so many jobs use it one after the other,
        which is for programs that trust each other. Raises OSError."""
        self._folder = Path(tempfile.mkdtemp(prefix=sweep.folder_prefix(), dir=parent))
        self.mark = str(self._folder)
        """What its processes carry in their environment, so that the sweep finds them."""
        self._enclosure = enclosure
        self._places = enclosure.places(self._folder)
        self.limits = limits
        self._warm = warm
        self._in_place = in_place
        self._end_seconds = end_seconds
        self._partial_line_seconds = partial_line_seconds
        self._in_turn = turns > 1
        self._turns_left = turns
        self._intake, self._connections = self._listener()
        self._before = self._connections
        """What it says while no job has it."""
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
        return self._before.last_words

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

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._connections.accept(reader, writer)

        # In two steps, so that a start which is given up between them leaves a server that `end` knows of.
        self._server = await asyncio.start_unix_server(accept, str(socket), limit=CHUNK, start_serving=False)
        await self._server.start_serving()
        recorder = [sys.executable, "-m", "allranks.recorder", "--temporary", self._places.temporary]
        recorder += ["--logical-cpus", str(self.limits.logical_cpus)]
        if not self._warm:
            recorder.append("--at-once")
        if self._in_turn:
            recorder.append("--in-turn")
        make = environment.environment_in_place if self._in_place else environment.environment
        variables = make(self._places, self.mark)
        self._cell = cell = self._enclosure.open(self._folder, self.mark, recorder, variables, self.limits)
        self.favour(live=not self._warm)
        self._warden, read_end = await start_warden(cell, environment.resource_limits(self.limits))
        if self._warden.stdout is None or self._warden.stderr is None:
            raise RunnerFailed("the sandbox's output pipes could not be opened")
        self._before.start(self._before.read_log(self._warden.stdout, LineReader("stdout", None, None)))
        self._before.start(self._before.read_log(self._warden.stderr, LineReader("stderr", None, None)))
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
        self._turns_left = self._turns_left - 1 if job.nodes == 1 else 0
        if self._in_turn:
            self._intake, self._connections = self._listener()
            self._storage = Storage([self._places.home, self._places.temporary])
            self.status = None
        self._intake.begin(job.limits)
        self._connections.open_for_events = True
        handed = content(job)
        if self._in_place:
            handed = {"in_place": str(self._in_place), **{key: handed[key] for key in ("nodes", "variation")}}
        self._warden.stdin.write(json.dumps(handed).encode() + b"\n")
        await self._warden.stdin.drain()
        if not self._in_turn:
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

    async def take_checkpoint(self, name: str, destination: Path, bounds: Bounds) -> Taken:
        """Copy the files of a checkpoint that was found. Raises OSError or RunnerFailed."""
        return await asyncio.to_thread(self._storage.take, name, self._intake.storage, destination, bounds)

    async def events(self) -> AsyncGenerator[Event, None]:
        """Events until the warden has ended everything, or the job's turn is over, and each stream was read to its
        end."""
        connections = self._connections
        async for event in connections.events(lambda: not self.alive or self._turn_is_over):
            yield event
        if self.alive and self._turn_is_over and connections.turn_status is not None and self._cell is not None:
            code = connections.turn_status
            self.status = {"exit_code": code if code >= 0 else None, "signal": -code if code < 0 else None}
            self.counters = self._cell.counters()

    @property
    def _turn_is_over(self) -> bool:
        return self._in_turn and self._connections is not self._before and self._connections.ready.done()

    async def again(self) -> bool:
        """Let go of the job whose turn is over. False when no other may come: end it then."""
        hit_a_limit = self.counters.out_of_memory or self.counters.processes_refused or self.output_exceeded
        if hit_a_limit or not (self.alive and self._turn_is_over and self._turns_left > 0):
            return False
        await self._let_go()
        return True

    def _listener(self) -> tuple[Intake, Connections]:
        intake = Intake(self.limits, hidden=f"{self._places.home}/")
        return intake, Connections(intake, self.limits.event_bytes, self._partial_line_seconds)

    async def _let_go(self) -> None:
        await self._connections.close()
        if self._opening is not None:
            await self._opening
            self._opening = None
        self._storage.close()

    async def end(self) -> None:
        """End whatever still runs and remove the folder. No process is left when this returns."""
        # A process that has only the CPU time which others leave over takes long to die beside them.
        self.favour(live=True)
        if self._warden is not None and self._ended is not None:
            if self._warden.stdin is not None:
                self._warden.stdin.close()
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
        await self._before.close()
        await self._let_go()
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
                if self.status is None:  # else the program has ended in its turn, and this tells of the sandbox alone
                    self.status = self._cell.read_status(said) if self._cell else said
        finally:
            pipe.close()
        if self.status is None:
            # Somebody killed the warden, so what it watched over may still live.
            await asyncio.to_thread(sweep.end, self.mark)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._warden.wait(), self._end_seconds)
        self._before.wake()
        self._connections.wake()


def content(job: Job) -> dict[str, Any]:
    """All that the inside is told of a job: never its faults."""
    variation = job.variation.model_dump() if job.variation else None
    return {"file_name": job.file_name, "source": job.source, "nodes": job.nodes, "variation": variation}
