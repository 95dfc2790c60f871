"""What the processes of one sandbox say, from bytes to events.

All runs share one event loop, and a hostile one has as many streams as it likes. So all streams of a sandbox take
turns, and after each turn the loop is everybody else's for as long.

Before hand-out there is no job yet, so there are no events: what a sandbox writes while it gets ready is kept only as
`last_words`, for the case that it never does.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Literal

from ...protocol import Event
from .intake import Intake
from .lines import LineReader
from .orders import Orders

CHUNK = 65_536
PIECE = 4_096
"""So much log text is looked at in one go: empty lines cost a microsecond a byte."""
LINES = 64
"""So many events are."""
CONNECTIONS = 256
"""At once. A rank has about five, and each may hold a few hundred KB and a descriptor of the server."""
HELD_EVENTS = 20_000
LAST_WORDS = 2_000
QUIET_SECONDS = 2.0
SHORT_SECONDS = 0.001
"""What takes less need not be made up for."""


class Connections:
    """Readers of one sandbox's streams, and the one queue that they end in. Used on one event loop."""

    def __init__(self, intake: Intake, event_bytes: int, partial_line_seconds: float) -> None:
        self._intake = intake
        self._event_bytes = event_bytes
        self._partial_line_seconds = partial_line_seconds
        self._readers: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._turns = asyncio.Lock()
        self.open_for_events = False
        """False until a job is handed out: everything before is the sandbox's own noise."""
        self.last_words = ""
        self.ready: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        """Done when the sandbox says that it is ready, with its notes."""
        self.turn_status: int | None = None
        """How the program before ended, where programs come in turn: its exit status, negative for a signal."""
        self.orders = Orders()

    def start(self, reading: Coroutine[Any, Any, None]) -> None:
        """Read in the background; `idle` is false until it ends."""
        task = asyncio.create_task(reading)
        self._readers.add(task)
        task.add_done_callback(self._reader_ended)

    def wake(self) -> None:
        """Let `events` look again at whether everything is over."""
        self._wake.set()

    def tell(self, event: Event) -> None:
        """Put an event of the host's own behind what has come so far."""
        self._intake.ready.append(event)
        self._wake.set()

    async def events(self, over: Callable[[], bool]) -> AsyncGenerator[Event, None]:
        """Events until `over()` and each stream was read to its end, or until far too much was written.

        A stream that says nothing for `QUIET_SECONDS` after the end is held by a process that escaped: not waited for.
        """
        ready = self._intake.ready
        while True:
            self._wake.clear()
            while ready:
                yield ready.popleft()
            self._room.set()
            if self._intake.output_exceeded:
                return
            if over() and not self._readers:
                self._intake.take_drops()
                while ready:
                    yield ready.popleft()
                return
            try:
                async with asyncio.timeout(QUIET_SECONDS if over() else None):
                    await self._wake.wait()
            except TimeoutError:
                for reader in self._readers:
                    reader.cancel()

    async def close(self) -> None:
        """Stop reading."""
        for reader in list(self._readers):
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        if not self.ready.done():
            self.ready.cancel()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody inside connected."""
        if len(self._readers) >= CONNECTIONS:
            self._intake.drop(f"more than {CONNECTIONS} connections at once")
            writer.close()
            return
        if not self._intake.admit_connection():
            writer.close()
            return
        self.start(self._read_connection(reader, writer))

    async def read_log(self, reader: asyncio.StreamReader, lines: LineReader) -> None:
        """Read one output stream to its end."""
        while True:
            try:
                async with asyncio.timeout(self._partial_line_seconds if lines.waiting else None):
                    data = await reader.read(CHUNK)
            except TimeoutError:
                if self.open_for_events:
                    self._intake.log(lines.flush())
                    self._wake.set()
                    continue
                data = await reader.read(CHUNK)
            for start in range(0, len(data) or 1, PIECE):
                if self.open_for_events and self._intake.output_full:
                    self._intake.lose_output(len(data) - start)
                    break
                async with self._turn():
                    self._log(lines, data[start : start + PIECE], final=not data)
            await self._hand_over()
            if not data:
                return

    def _log(self, lines: LineReader, data: bytes, final: bool) -> None:
        events = lines.feed(data, final)
        if self.open_for_events:
            self._intake.log(events)
        else:
            self.last_words = (self.last_words + "".join(event.text for event in events))[-LAST_WORDS:]

    async def _read_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            header = json.loads(await reader.readuntil(b"\n"))
            if header["channel"] == "events":
                await self._read_events(reader)
            elif header["channel"] == "log":
                await self.read_log(reader, _line_reader(header))
            elif header["channel"] == "orders" and self.open_for_events:
                await self.orders.keep(header, reader, writer)
            elif header["channel"] == "ready" and not self.ready.done():
                status = header.get("status")
                self.turn_status = status if isinstance(status, int) else None
                self.ready.set_result([str(note)[:300] for note in header.get("notes", [])][:20])
                self._wake.set()
        except (ValueError, TypeError, KeyError, RecursionError, OSError, EOFError, asyncio.LimitOverrunError):
            self._intake.drop("a connection did not say what it carries")
        finally:
            writer.close()

    async def _read_events(self, reader: asyncio.StreamReader) -> None:
        rest, skipping = b"", False
        while data := await reader.read(CHUNK):
            if skipping:
                _, newline, data = data.partition(b"\n")
                if not newline:
                    continue
                skipping = False
            data = rest + data
            rest = data[await self._take_lines(data) :]
            if len(rest) > self._event_bytes:
                self._intake.line(rest)
                rest, skipping = b"", True
            await self._hand_over()

    async def _take_lines(self, data: bytes) -> int:
        """Take the whole lines of `data`, and return where the unfinished one begins."""
        if not self.open_for_events:
            return data.rfind(b"\n") + 1
        start, end = 0, data.find(b"\n")
        while end >= 0:
            async with self._turn():
                for _ in range(LINES):
                    if not self._intake.line(data[start:end]):
                        self._intake.too_fast(data.count(b"\n", end + 1))
                        return data.rfind(b"\n") + 1
                    start, end = end + 1, data.find(b"\n", end + 1)
                    if end < 0:
                        break
        return start

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """One stream of this sandbox at a time may use the loop, and then leaves it to others for as long."""
        async with self._turns:
            began = time.monotonic()
            yield
            took = time.monotonic() - began
            await asyncio.sleep(took if took > SHORT_SECONDS else 0)

    async def _hand_over(self) -> None:
        self._wake.set()
        if len(self._intake.ready) > HELD_EVENTS:
            self._room.clear()
            await self._room.wait()

    def _reader_ended(self, task: asyncio.Task[None]) -> None:
        self._readers.discard(task)
        self._wake.set()


def _line_reader(header: dict[str, Any]) -> LineReader:
    stream: Literal["stdout", "stderr"] = "stdout" if header.get("stream") == "stdout" else "stderr"
    rank, attempt = header.get("rank"), header.get("attempt")
    return LineReader(
        stream,
        rank if isinstance(rank, int) and 0 <= rank < 10_000 else None,
        attempt if isinstance(attempt, int) and 0 < attempt < 1_000_000 else None,
        "ray" if header.get("origin") == "ray" else None,
    )
