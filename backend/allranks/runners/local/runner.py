"""One private single-node Ray per run, in a sandbox that was never used before (unless told that it may be)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from ...protocol import BadInput, Event, Fault, Job, Limits, LogWritten, PhaseChanged, ProgramFailed, RunnerFailed
from ...store import KeptFiles
from ..base import Runner
from . import sweep
from .enclosure import Counters, Enclosure
from .ending import could_not, finished, too_much_output
from .faults import RunFaults
from .keeping import Keeping
from .plain import Plain
from .pool import Pool
from .reloading import Reloading
from .sandbox import Sandbox

logger = logging.getLogger(__name__)

SANDBOXES = 2
"""How many a job may use: a second one when the first was lost before any of the program ran."""
AGAIN = "The sandbox was lost before the program began; it runs in a fresh one.\n"
NOT_HELD = "the sandbox does not hold programs any more ({why}), so none is run until it does"
AFTER_A_FAILURE_SECONDS = 30.0
RELOADING = "The newest checkpoint is opened in a fresh sandbox, apart from the program.\n"
WARMING = "No sandbox is ready, so one is being warmed: about 6 s.\n"


class LocalRunner(Runner):
    """Runs each job in a sandbox of its own, ready ones first."""

    name = "local"

    def __init__(
        self,
        folder: Path | None = None,
        *,
        enclosure: Enclosure | None = None,
        limits: Limits | None = None,
        pool_size: int = 0,
        turns: int = 1,
        kept: KeptFiles | None = None,
        in_place: Path | None = None,
        ready_seconds: float = 60.0,
        idle_seconds: float = 1800.0,
        pause_seconds: float = 2.0,
        recheck_seconds: float | None = None,
        partial_line_seconds: float = 0.1,
        end_seconds: float = 1.5,
    ) -> None:
        """`folder` holds the sandboxes' folders (default: the system's temporary folder; keep it short, Unix socket
        paths may not pass 107 bytes). `enclosure` is what closes them (default: nothing); it is proved again every
        `recheck_seconds` (default: never). `limits` bound every sandbox; a job may ask for less output and fewer
        events. `pool_size` sandboxes are kept ready. `turns` is how many jobs may use one, one after
        the other: more than one only for programs that trust each other, and only where a sandbox has processes of its
        own. `kept` is where files of checkpoints are left for download (default: nowhere). `in_place` is a file of the
        caller's own that runs where it lies, with their environment, in place of each job's source. A line without its
        newline is shown after `partial_line_seconds`. A warden that does not end within `end_seconds` is helped from
        outside. The other times are the pool's."""
        self._folder = folder or Path(tempfile.gettempdir())
        self._enclosure = enclosure or Plain()
        self._limits = limits or Limits()
        self._kept = kept
        self._in_place = in_place.resolve() if in_place else None
        self._partial_line_seconds = partial_line_seconds
        self._end_seconds = end_seconds
        self._warm = pool_size > 0
        self._turns = turns if pool_size > 0 and self._enclosure.level != "D" else 1
        self._faults: dict[str, RunFaults] = {}
        """Of the jobs that run now, by run id."""
        self.level = self._enclosure.level
        self.isolation = self._enclosure.isolation
        self.missing = self._enclosure.missing
        self._recheck_seconds = recheck_seconds
        self._rechecking: asyncio.Task[None] | None = None
        self.pool = Pool(
            self._make,
            size=pool_size,
            ready_seconds=ready_seconds,
            idle_seconds=idle_seconds,
            pause_seconds=pause_seconds,
            in_turn=self._turns > 1,
        )

    @property
    def failing(self) -> str | None:
        return self._enclosure.failing

    @property
    def ready(self) -> int:
        return self.pool.ready

    async def open(self) -> None:
        await asyncio.to_thread(self._sweep)
        if self._recheck_seconds is not None:
            self._rechecking = asyncio.create_task(self._recheck(self._recheck_seconds))
        self.pool.fill()

    async def close(self) -> None:
        if self._rechecking is not None:
            self._rechecking.cancel()
            await asyncio.gather(self._rechecking, return_exceptions=True)
        await self.pool.close()

    async def execute(self, job: Job) -> AsyncGenerator[Event, None]:
        yield PhaseChanged(phase="cluster")
        if self.failing is not None:
            yield could_not(RunnerFailed(NOT_HELD.format(why=self.failing)))
            return
        if self._warm and self.pool.ready == 0:
            yield _said(WARMING)
        reloading = Reloading(self._enclosure, self._folder, job.rerun)
        try:
            async with contextlib.aclosing(self._execute(job, reloading)) as events:
                async for event in events:
                    reloading.see(event)
                    yield event
        finally:
            await asyncio.to_thread(reloading.close)

    async def _execute(self, job: Job, reloading: Reloading) -> AsyncGenerator[Event, None]:
        for attempt in range(SANDBOXES):
            try:
                sandbox = await self.pool.take()
            except RunnerFailed as error:
                yield could_not(error)
                return
            failure: ProgramFailed | None = None
            began = False
            self._faults[job.run_id] = faults = RunFaults(job.faults, sandbox, own_namespace=self.level != "D")
            try:
                with contextlib.suppress(OSError):  # a sandbox that died since; its events end at once
                    await sandbox.hand_out(job)
                keeping = Keeping(self._kept, job.run_id)
                async for event in sandbox.events():
                    keeping.see(event)
                    if isinstance(event, ProgramFailed):
                        failure = event
                    began = began or (isinstance(event, PhaseChanged) and event.phase == "program")
                    await faults.take(event)
                    yield event
                if (found := await sandbox.checkpoints_found()) is not None:
                    yield await keeping.take(sandbox, found)
                    await reloading.take(sandbox, found)
            finally:
                self._faults.pop(job.run_id, None)
                faults.close()
                status, counters, output_exceeded = await asyncio.shield(self._end(sandbox))
            if began or attempt == SANDBOXES - 1:
                break
            yield _said(AGAIN)
        for never_due in faults.never_due():
            yield never_due
        ended = too_much_output(job.limits)
        if not output_exceeded:
            ended = finished(status, failure, began, counters, sandbox.limits)
        if ended.end == "completed" and reloading.wanted:
            yield PhaseChanged(phase="apart")
            yield _said(RELOADING)
            yield await reloading.reload()
        yield ended

    async def inflict(self, run_id: str, fault: Fault) -> None:
        faults = self._faults.get(run_id)
        if faults is None:
            raise BadInput("a fault for a run that has not begun, or is over", "a live run", "wait until it trains")
        await faults.bring_about(fault, "person")

    def _sweep(self) -> None:
        for name in sweep.sweep_folders(self._folder):
            logger.info("a sandbox of a server that is gone was removed: %s", name)
        self._enclosure.sweep()

    async def _recheck(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds if self.failing is None else min(seconds, AFTER_A_FAILURE_SECONDS))
            failed_before = self.failing
            await asyncio.to_thread(self._enclosure.check)
            if self.failing is not None:
                logger.error("programs are not run any more, since %s", self.failing)
            elif failed_before is not None:
                logger.warning("programs are run again: the sandbox holds")
                self.pool.fill()

    def _make(self) -> Sandbox:
        return Sandbox(
            self._enclosure,
            self._folder,
            self._limits,
            warm=self._warm,
            turns=self._turns,
            in_place=self._in_place,
            partial_line_seconds=self._partial_line_seconds,
            end_seconds=self._end_seconds,
        )

    async def _end(self, sandbox: Sandbox) -> tuple[dict[str, Any] | None, Counters, bool]:
        """Be done with the sandbox. Returns its status line, what the kernel counted, and whether it wrote too much."""
        if await sandbox.again():
            told = sandbox.status, sandbox.counters, sandbox.output_exceeded
            self.pool.give_back(sandbox)
            return told
        try:
            await sandbox.end()
        finally:
            self.pool.finished()
        return sandbox.status, sandbox.counters, sandbox.output_exceeded


def _said(text: str) -> LogWritten:
    return LogWritten(attempt=None, rank=None, stream="stdout", origin="playground", text=text)
