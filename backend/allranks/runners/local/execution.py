"""One job in flight: its folder, its warden, its connections, and the one queue they all end in.

LocalRunner.execute
  └─ Execution            folder, Unix socket, deque of events
       ├─ warden process  ends the whole tree; writes one status line
       │    └─ recorder = the learner's driver
       │         └─ Ray: gcs, raylet, agents, controller, rank 0..N-1
       ├─ reader: driver's stdout, stderr (pipes)
       └─ reader per connection: events, or one stream of one rank
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Coroutine
from pathlib import Path
from typing import Any, Literal

from ...protocol import Event, Job, RunnerFailed
from . import environment, sweep
from .intake import Intake
from .lines import LineReader

CHUNK = 65_536
CONNECTIONS = 1_024
HELD_EVENTS = 20_000
WARDEN = Path(__file__).with_name("warden.py")


class Execution:
    """Everything that one job owns while it runs. Used once."""

    def __init__(
        self, job: Job, parent: Path, partial_line_seconds: float, end_seconds: float, in_place: Path | None = None
    ) -> None:
        self._job = job
        self._in_place = in_place
        self._folder = Path(tempfile.mkdtemp(prefix="ar-", dir=parent))
        self._intake = Intake(job.limits, hidden=f"{self._folder}/home/")
        self._partial_line_seconds = partial_line_seconds
        self._end_seconds = end_seconds
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._readers: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._warden: asyncio.subprocess.Process | None = None
        self.status: dict[str, Any] | None = None
        self.last_words = ""

    async def start(self) -> None:
        """Lay out the folder and start the warden. Raises OSError or RunnerFailed."""
        job = self._job
        program = environment.lay_out(self._folder, job.file_name, job.source)
        variables = environment.environment(self._folder, job.run_id)
        if self._in_place is not None:
            program = self._in_place
            variables = environment.environment_in_place(self._folder, job.run_id)
        self._server = await asyncio.start_unix_server(self._connected, str(self._folder / "host"), limit=CHUNK)
        read_end, write_end = os.pipe()
        recorder = [sys.executable, "-m", "allranks.recorder", str(program), "--temporary", str(self._folder / "tmp")]
        try:
            self._warden = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", str(WARDEN), str(write_end)),
                json.dumps(environment.resource_limits(job.limits)),
                *("--", *recorder, "--logical-cpus", str(job.limits.logical_cpus)),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                pass_fds=(write_end,),
                cwd=None if self._in_place else program.parent,
                env=variables,
            )
        finally:
            os.close(write_end)
        if self._warden.stdout is None or self._warden.stderr is None:
            raise RunnerFailed("the program's output pipes could not be opened")
        self._start(self._read_log(self._warden.stdout, LineReader("stdout", None, None)))
        self._start(self._read_log(self._warden.stderr, LineReader("stderr", None, None)))
        self._ended = asyncio.create_task(self._wait_for_warden(read_end))

    async def events(self) -> AsyncGenerator[Event, None]:
        """Events until the warden has ended everything and each stream was read to its end."""
        ready = self._intake.ready
        while True:
            self._wake.clear()
            while ready:
                yield ready.popleft()
            self._room.set()
            if self._intake.output_exceeded:
                return
            if self._ended.done() and not self._readers:
                self._intake.take_drops()
                while ready:
                    yield ready.popleft()
                return
            await self._wake.wait()

    @property
    def output_exceeded(self) -> bool:
        """True when the run ended because it wrote too much."""
        return self._intake.output_exceeded

    async def end(self) -> None:
        """End whatever still runs and remove the folder. No process of the job is left when this returns."""
        if self._warden is not None:
            with contextlib.suppress(ProcessLookupError):
                if self._warden.returncode is None:
                    self._warden.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._ended), self._end_seconds)
            await asyncio.to_thread(sweep.end, self._job.run_id)
            await self._ended
        if self._server is not None:
            self._server.close()
        for reader in list(self._readers):
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        await asyncio.to_thread(shutil.rmtree, self._folder, True)

    def _start(self, reading: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(reading)
        self._readers.add(task)
        task.add_done_callback(self._reader_ended)

    def _reader_ended(self, task: asyncio.Task[None]) -> None:
        self._readers.discard(task)
        self._wake.set()

    async def _wait_for_warden(self, status_end: int) -> None:
        assert self._warden is not None
        await self._warden.wait()
        with os.fdopen(status_end, "rb") as status, contextlib.suppress(ValueError):
            os.set_blocking(status.fileno(), False)
            self.status = json.loads(status.read() or b"null")
        self._wake.set()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._readers) >= CONNECTIONS:
            self._intake.drop("too many connections")
            writer.close()
            return
        self._start(self._read_connection(reader, writer))

    async def _read_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            header = json.loads(await reader.readuntil(b"\n"))
            if header["channel"] == "events":
                await self._read_events(reader)
            else:
                await self._read_log(reader, _line_reader(header))
        except (ValueError, TypeError, KeyError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            self._intake.drop("a connection did not say what it carries")
        finally:
            writer.close()

    async def _read_events(self, reader: asyncio.StreamReader) -> None:
        rest, skipping = b"", False
        while data := await reader.read(CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            if skipping and lines:
                lines, skipping = lines[1:], False
            for line in lines:
                self._intake.line(line)
            if len(rest) > self._job.limits.event_bytes:
                if not skipping:
                    self._intake.line(rest)
                rest, skipping = b"", True
            await self._hand_over()

    async def _read_log(self, reader: asyncio.StreamReader, lines: LineReader) -> None:
        while True:
            try:
                async with asyncio.timeout(self._partial_line_seconds if lines.waiting else None):
                    data = await reader.read(CHUNK)
            except TimeoutError:
                self._intake.log(lines.flush())
                self._wake.set()
                continue
            events = lines.feed(data, final=not data)
            if events and events[-1].rank is None and events[-1].stream == "stderr":
                self.last_words = (self.last_words + "".join(event.text for event in events))[-2_000:]
            self._intake.log(events)
            await self._hand_over()
            if not data:
                return

    async def _hand_over(self) -> None:
        self._wake.set()
        if len(self._intake.ready) > HELD_EVENTS:
            self._room.clear()
            await self._room.wait()


def _line_reader(header: dict[str, Any]) -> LineReader:
    stream: Literal["stdout", "stderr"] = "stdout" if header.get("stream") == "stdout" else "stderr"
    rank, attempt = header.get("rank"), header.get("attempt")
    return LineReader(
        stream,
        rank if isinstance(rank, int) and 0 <= rank < 10_000 else None,
        attempt if isinstance(attempt, int) and 0 < attempt < 1_000_000 else None,
        "ray" if header.get("origin") == "ray" else None,
    )
