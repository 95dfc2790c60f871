"""Ready sandboxes, each for one run.

A sandbox is made while nobody waits for it, handed out once, and replaced. A run must not share the machine with the
start of the next sandbox: where the kernel lets that start have only the CPU time that runs leave over, the replacement
is made at once, and elsewhere when no run is going on. For somebody who waits it is made at once and with no less than
its share.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from ...protocol import RunnerFailed
from .sandbox import Sandbox

logger = logging.getLogger(__name__)
TRIES = 3


class Pool:
    """Keeps `size` sandboxes ready. All times in seconds. Used on one event loop."""

    def __init__(
        self,
        make: Callable[[], Sandbox],
        *,
        size: int,
        ready_seconds: float,
        idle_seconds: float,
        pause_seconds: float,
        in_turn: bool = False,
    ) -> None:
        """`ready_seconds` bounds a start; `idle_seconds` is how long a ready one may wait before it is replaced;
        `pause_seconds` lies between a start that failed and the next. `in_turn` says that sandboxes come back, so that
        there are never more than `size`."""
        self._make = make
        self._size = size
        self._in_turn = in_turn
        self._ready_seconds = ready_seconds
        self._idle_seconds = idle_seconds
        self._pause_seconds = pause_seconds
        self._ready: deque[Sandbox] = deque()
        self._waiting: deque[asyncio.Future[Sandbox]] = deque()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._starting = 0
        self._warming: list[Sandbox] = []
        self._live = 0
        self._gives_way = False
        self._failures = 0
        self._closed = False

    @property
    def ready(self) -> int:
        """Sandboxes that could be handed out now."""
        return sum(sandbox.alive for sandbox in self._ready)

    def fill(self) -> None:
        """Start what is missing."""
        if self._closed:
            return
        if self._in_turn:
            used = self._live - len(self._waiting)
            wanted = self._size - len(self._ready) - self._starting - used
        else:
            spare = self._size if self._live == 0 or self._gives_way else 0
            wanted = max(spare - len(self._ready), 0) + len(self._waiting) - self._starting
        for _ in range(wanted):
            self._starting += 1
            self._keep(self._start())

    async def take(self) -> Sandbox:
        """A ready sandbox that nobody used; it is the caller's to end. Raises RunnerFailed when none can be started.

        Call `finished` when it has ended.
        """
        if self._closed:
            raise RunnerFailed("the pool of sandboxes is closed")
        self._live += 1
        try:
            while self._ready:
                sandbox = self._ready.popleft()
                if sandbox.alive:
                    self._share_out()
                    self.fill()
                    return sandbox
                self._keep(sandbox.end())
            return await self._wait()
        except BaseException:
            self.finished()
            raise

    def finished(self) -> None:
        """The run of a sandbox that was taken is over: the machine is free to replace it."""
        self._live -= 1
        self._share_out()
        self.fill()

    def give_back(self, sandbox: Sandbox) -> None:
        """The run of a sandbox that was taken is over, and the next may have it."""
        self._live -= 1
        self._deliver(sandbox)
        self._share_out()

    async def close(self) -> None:
        """End every sandbox that is ready or starting."""
        self._closed = True
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_exception(RunnerFailed("the pool of sandboxes is closed"))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(sandbox.end() for sandbox in self._ready))
        self._ready.clear()

    async def _wait(self) -> Sandbox:
        place: asyncio.Future[Sandbox] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        self.fill()
        self._share_out()
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.exception() is None:
                self._deliver(place.result())
            raise
        finally:
            if place in self._waiting:
                self._waiting.remove(place)

    async def _start(self) -> None:
        sandbox: Sandbox | None = None
        try:
            sandbox = self._make()
            await sandbox.start()
            notes = await self._warm(sandbox)
        except (RunnerFailed, OSError) as error:
            self._starting -= 1
            if sandbox is not None:
                await sandbox.end()
            await self._failed(error)
        except BaseException:
            self._starting -= 1
            if sandbox is not None:
                await asyncio.shield(sandbox.end())
            raise
        else:
            self._starting -= 1
            self._failures = 0
            for note in notes:
                logger.warning("a sandbox is slower than it could be: %s", note)
            self._deliver(sandbox)
            self.fill()

    async def _warm(self, sandbox: Sandbox) -> list[str]:
        self._gives_way = sandbox.gives_way
        self._warming.append(sandbox)
        self._share_out()
        try:
            while True:
                try:
                    return await sandbox.wait_until_ready(self._ready_seconds)
                except RunnerFailed:
                    # Beside a run that needs the whole machine, one that gives way is not late.
                    if not (sandbox.alive and sandbox.gives_way and self._live):
                        raise
        finally:
            self._warming.remove(sandbox)

    def _share_out(self) -> None:
        """Let what is being made give way to runs, unless somebody waits for it."""
        running = self._live > len(self._waiting)
        for position, sandbox in enumerate(self._warming):
            sandbox.favour(live=position < len(self._waiting) or not running)

    async def _failed(self, error: Exception) -> None:
        self._failures += 1
        logger.warning("a sandbox could not be started (%d in a row): %s", self._failures, error)
        if self._failures >= TRIES and self._waiting:
            self._waiting.popleft().set_exception(RunnerFailed(str(error)))
        await asyncio.sleep(self._pause_seconds)
        if self._waiting or self._failures < TRIES:
            self.fill()

    def _deliver(self, sandbox: Sandbox) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(sandbox)
                self._share_out()
                return
        sandbox.favour(live=False)
        self._ready.append(sandbox)
        asyncio.get_running_loop().call_later(self._idle_seconds, self._recycle, sandbox)

    def _recycle(self, sandbox: Sandbox) -> None:
        if sandbox in self._ready and not self._closed:
            self._ready.remove(sandbox)
            self._keep(sandbox.end())
            self.fill()

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
