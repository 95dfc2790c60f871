"""All runs of a server: taken in, stopped, and brought to their end."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from ..catalog import Catalog
from ..protocol import (
    BadInput,
    ClusterSize,
    Exercise,
    Fault,
    Job,
    Limits,
    PlannedFault,
    RunFinished,
    RunQueued,
    StoreFailed,
)
from ..runners import Runner
from ..store import EventLog
from .conclusion import conclude
from .faults import draw
from .problems import get_ready
from .queue import Queue
from .run import Run

logger = logging.getLogger(__name__)
SCRATCH_FILE = "scratch.py"
FAULTS = 200
"""So many may be sent for one run, by whoever."""
Result = TypeVar("Result")


class RunController:
    """Takes programs in and runs each to its end, whoever watches.

    `runs_at_once` programs run at a time and `runs_waiting` may wait. `cluster` is what programs are linted for. Call
    `start` before and `close` after everything else.
    """

    def __init__(
        self,
        event_log: EventLog,
        runner: Runner,
        catalog: Catalog,
        *,
        limits: Limits,
        runs_at_once: int = 1,
        runs_waiting: int = 32,
        cluster: ClusterSize | None = None,
    ) -> None:
        self._event_log = event_log
        self._runner = runner
        self._catalog = catalog
        self._limits = limits
        self._cluster = cluster
        self._queue = Queue(runs_at_once, runs_waiting)
        self._runs: dict[str, Run] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    @property
    def running(self) -> int:
        """Programs that run now."""
        return self._queue.running

    @property
    def waiting(self) -> int:
        """Programs that wait."""
        return self._queue.waiting

    @property
    def ready(self) -> int:
        """Programs that would start at once."""
        return self._runner.ready

    @property
    def failing(self) -> str | None:
        """Why no program is run at the moment, or None."""
        return self._runner.failing

    async def start(self) -> None:
        """Let the runner get ready, and bring to their end the runs that an earlier server left behind.

        One that cannot be read is passed over."""
        get_ready()
        await self._runner.open()
        sentence = "The server stopped while this run was going on."
        finished = RunFinished(end="server_stopped", sentence=sentence, exit_code=None)
        for run_id in await self._event_log.unsealed():
            logger.warning("run %s was left behind by an earlier server; it is closed now", run_id)
            try:
                await conclude(self._event_log, run_id, await self._exercise_of(run_id), finished)
            except StoreFailed as error:
                logger.error("run %s stays open: %s", run_id, error)

    async def submit(
        self,
        exercise_id: str | None,
        source: str,
        request_id: str,
        *,
        file_name: str | None = None,
        faults: Sequence[PlannedFault] = (),
        nodes: int = 1,
    ) -> str:
        """Take a program in and return its run's id; the same request again returns the same id.

        `file_name` is what tracebacks say, in place of the exercise's or the scratchpad's. `faults` come on top of the
        exercise's. `nodes` is for the scratchpad; an exercise has its own.

        Raises `BadInput` (`QueueFull` among it) when it cannot be taken, `StoreFailed` when it cannot be recorded. A
        caller that is cancelled meanwhile leaves a run behind that lives as any other, or none.
        """
        return await asyncio.shield(self._keep(self._submit(exercise_id, source, request_id, file_name, faults, nodes)))

    def cancel(self, run_id: str) -> bool:
        """Stop a run; False: none of this id is alive. Its `RunFinished` comes when no process of it is left."""
        run = self._runs.get(run_id)
        if run is not None:
            run.stop("cancelled", "Stopped on request.")
        return run is not None

    async def inflict(self, run_id: str, fault: Fault) -> bool:
        """Bring a fault about in a run; False: none of this id is alive. Raises `BadInput` when it may not be."""
        run = self._runs.get(run_id)
        if run is None:
            return False
        if run.exercise is not None and not run.exercise.faults_allowed:
            raise BadInput(
                f"a fault for a run of {run.exercise.id}",
                "a run of the scratchpad, or of an exercise with `faults_allowed`",
                "try it in the scratchpad",
            )
        if run.faults_sent >= FAULTS:
            raise BadInput(f"one more fault, after {FAULTS} for this run", f"at most {FAULTS}", "run it again")
        run.faults_sent += 1
        # A socket that closes meanwhile must not leave a fault that happened and was not told.
        await asyncio.shield(self._keep(self._runner.inflict(run_id, fault)))
        return True

    async def close(self) -> None:
        """Stop every run, and return when each is recorded to its end."""
        self._closing = True
        for run in self._runs.values():
            run.stop("server_stopped", "The server was shut down, and the run with it.")
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._runner.close()

    async def _submit(
        self,
        exercise_id: str | None,
        source: str,
        request_id: str,
        file_name: str | None,
        faults: Sequence[PlannedFault],
        nodes: int,
    ) -> str:
        known = await self._event_log.run_of(request_id)
        if known is not None:
            return known
        exercise = None if exercise_id is None else self._catalog.get(exercise_id)
        self._check_source(source)
        if self._closing:
            raise BadInput("a run, while the server shuts down", "a running server", "try again when it is back")
        place = self._queue.join()
        run_id = secrets.token_urlsafe(12)
        job = Job(
            run_id=run_id,
            file_name=file_name or (exercise.file_name if exercise else SCRATCH_FILE),
            source=source,
            limits=self._limits,
            nodes=exercise.nodes if exercise else nodes,
            faults=draw([*(exercise.faults if exercise else ()), *faults]),
            rerun=exercise.rerun if exercise else None,
        )
        run = Run(
            job,
            exercise,
            event_log=self._event_log,
            runner=self._runner,
            queue=self._queue,
            place=place,
            cluster=self._cluster,
        )
        self._runs[run_id] = run  # before anyone can learn its id, so that no wish to stop it is lost
        lives = False
        try:
            created = await self._event_log.create(run_id, request_id)
            if created == run_id:
                await run.announce()
                lives = True
        finally:
            if lives:
                self._keep(self._live(run_id, run))
            else:
                del self._runs[run_id]
                self._queue.leave(place)
        return created

    async def _live(self, run_id: str, run: Run) -> None:
        try:
            await run.live()
        except Exception:  # nobody awaits this task: what is not logged here is lost
            logger.exception("run %s could not be brought to its end", run_id)
        finally:
            del self._runs[run_id]

    def _keep(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _check_source(self, source: str) -> None:
        size = len(source.encode(errors="replace"))
        if size > self._limits.source_bytes:
            raise BadInput(f"a program of {size:,} bytes", f"at most {self._limits.source_bytes:,}", "make it shorter")
        if not source.strip():
            raise BadInput("an empty program", "Python code", "write something to run")

    async def _exercise_of(self, run_id: str) -> Exercise | None:
        for record in (await self._event_log.page(run_id, 0, 1)).records:
            if isinstance(record.event, RunQueued) and record.event.exercise_id is not None:
                try:
                    return self._catalog.get(record.event.exercise_id)
                except BadInput:
                    return None
        return None
