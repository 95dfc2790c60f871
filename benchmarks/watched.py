"""A server of our own on a free port whose sandboxes are watched from outside, for benchmarks that need both."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

from allranks.protocol import Limits
from allranks.runners.local import LocalRunner
from allranks.runners.local.enclosure import Cell, Enclosure, Places
from allranks.runners.local.seal.levels import find_enclosure
from allranks.store import SqliteEventLog
from allranks.web import Settings, create_app
from allranks.web.server import Server, listen

MEMORY = ("memory.current", "memory.usage_in_bytes")
LOOK_SECONDS = 0.05


class Watched(Enclosure):
    """This machine's best enclosure, which remembers the cells that are open and can hide that the kernel shares out
    CPU time, so that the pool refills only between runs."""

    def __init__(self) -> None:
        self._real = find_enclosure().enclosure
        self.level, self.isolation = self._real.level, self._real.isolation
        self.cells: list[Cell] = []
        self.refills_beside = True

    def places(self, folder: Path) -> Places:
        return self._real.places(folder)

    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        cell = self._real.open(folder, run_id, command, environment, limits)
        close = cell.close
        self.cells.append(cell)
        if not self.refills_beside:
            cell.favour = lambda live: False

        def forgotten() -> None:
            self.cells.remove(cell)
            close()

        cell.close = forgotten
        return cell

    def held(self) -> list[int]:
        """Bytes that each open cell holds, by its cgroup; empty where there is none."""
        groups = [group for cell in self.cells if (group := getattr(cell, "group", None)) is not None]
        folders = [Path(file).parent for group in groups for file in group.joined_by]
        return [int((folder / name).read_text()) for folder in folders for name in MEMORY if (folder / name).exists()]


@dataclass
class Run:
    """Seconds from Submit to the first `metrics_reported` on the socket, and to `run_finished`."""

    first: float = 0.0
    end: float = 0.0
    metrics: list[dict[str, Any]] = field(default_factory=list)
    peak_bytes: int = 0

    def hear(self, event: dict[str, Any], seconds: float) -> None:
        if event["kind"] == "metrics_reported":
            self.first = self.first or seconds
            self.metrics.append(event["metrics"])
        if event["kind"] == "run_finished":
            self.end = seconds
            if event["end"] != "completed":
                raise SystemExit(f"the run did not complete: {event}")


@dataclass
class Measured:
    """The server, as its page sees it."""

    port: int
    runner: LocalRunner
    enclosure: Watched

    async def ready(self, wanted: int) -> None:
        """Wait until the pool is full, so that nothing but what is measured uses the machine."""
        while self.runner.pool.ready < wanted:  # noqa: ASYNC110  # the pool tells nobody
            await asyncio.sleep(LOOK_SECONDS)

    async def run(self, source: str, *, watch_memory: bool = False) -> Run:
        """Submit on the page's own socket and wait for the end. Raises SystemExit when it does not complete."""
        run = Run()
        watching = asyncio.create_task(self._peak(run)) if watch_memory else None
        async with websockets.connect(f"ws://127.0.0.1:{self.port}/api/socket", max_size=2**24) as socket:
            began = time.monotonic()
            submit = {"kind": "submit", "request_id": uuid.uuid4().hex, "exercise_id": None, "source": source}
            await socket.send(json.dumps(submit))
            async for message in socket:
                answer = json.loads(message)
                if answer["kind"] == "refused":
                    raise SystemExit(f"refused: {answer}")
                for record in answer.get("records", []):
                    run.hear(record["event"], time.monotonic() - began)
                if run.end > 0:
                    break
        if watching is not None:
            watching.cancel()
        return run

    async def _peak(self, run: Run) -> None:
        live = self.enclosure.cells[0]
        while live in self.enclosure.cells:
            run.peak_bytes = max(run.peak_bytes, self.enclosure.held()[0])
            await asyncio.sleep(LOOK_SECONDS / 5)


@asynccontextmanager
async def measured_server(sandboxes: int) -> AsyncGenerator[Measured, None]:
    """Serve until the block ends, with so many sandboxes kept ready."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        settings = Settings(port=0, data_dir=Path(name) / "data", warm_sandboxes=sandboxes)
        enclosure = Watched()
        runner = LocalRunner(enclosure=enclosure, limits=settings.limits, pool_size=sandboxes)
        listening = listen(settings)
        event_log = await SqliteEventLog.open(settings.data_dir / "runs.sqlite")
        serving = asyncio.Event()
        server = Server(create_app(settings, runner=runner, event_log=event_log), settings, serving.set)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await serving.wait()
            yield Measured(listening.getsockname()[1], runner, enclosure)
        finally:
            server.should_exit = True
            await task
            await event_log.close()
            listening.close()
