"""A server on a thread of its own that plays a script for every program, for tests that drive the page."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from allranks.runners import ScriptedRunner
from allranks.runners.scripted import Script
from allranks.web import Settings
from allranks.web.server import Server
from lived_runs import SkippingLog
from serving import serving

START_SECONDS = 30


class ServerOfAThread(Server):
    """Signals belong to the main thread, which is the test's."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


@dataclass
class Cue:
    """A place of the script that waits until the test calls it."""

    called: asyncio.Event
    loop: asyncio.AbstractEventLoop

    def call(self) -> None:
        self.loop.call_soon_threadsafe(self.called.set)

    async def __call__(self) -> None:
        await self.called.wait()


@dataclass
class Stage:
    """Where the page is, and what its next run will do."""

    loop: asyncio.AbstractEventLoop
    log: SkippingLog
    address: str = ""
    script: Script = ()

    def cue(self) -> Cue:
        return Cue(asyncio.Event(), self.loop)


@contextlib.contextmanager
def playing(folder: Path) -> Iterator[Stage]:
    """Serve the built page until the block ends. Nothing is executed: a run follows `Stage.script`."""
    loop = asyncio.new_event_loop()
    stage = Stage(loop, SkippingLog())
    ready = threading.Event()
    leaving = asyncio.Event()

    async def serve() -> None:
        runner = ScriptedRunner(lambda job: stage.script(job) if callable(stage.script) else stage.script)
        settings = Settings(port=0, data_dir=folder)
        async with serving(settings, runner, stage.log, server_class=ServerOfAThread) as served:
            stage.address = f"http://127.0.0.1:{served.port}"
            ready.set()
            await leaving.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=[serve()])
    thread.start()
    try:
        assert ready.wait(START_SECONDS), "the server did not start"
        yield stage
    finally:
        loop.call_soon_threadsafe(leaving.set)
        thread.join(START_SECONDS)
        loop.close()
