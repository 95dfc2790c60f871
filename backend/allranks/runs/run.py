"""One run, from the queue to its last record."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator

from ..diagnosis import impossible
from ..protocol import (
    ClusterSize,
    End,
    Event,
    Exercise,
    Job,
    LogWritten,
    PhaseChanged,
    QueueMoved,
    RunFinished,
    RunQueued,
    RunStarted,
    StoreFailed,
    WorkersRequested,
)
from ..runners import Runner
from ..store import EventLog
from .cluster import on_nodes
from .conclusion import conclude
from .guard import Guard
from .problems import find_problems
from .queue import Place, Queue
from .repeating import REPEATING, repeat_run, wanted
from .states import Over, Queued, Running, State, Stopping
from .versions import installed_version
from .watchdog import Watchdog

logger = logging.getLogger(__name__)


class Run:
    """Drives one job. It needs nobody to watch it.

    live
    ├── find_problems   what the linter says is recorded before anything runs
    ├── _wait      for a permit; each move up is recorded
    ├── _execute   watches the clock and the wish to stop
    │   ├── _record (a task)   reads the runner and appends
    │   └── _watch (a task)    says when and why nothing goes on
    └── conclude   finished, diagnosed, graded, sealed
    """

    def __init__(
        self,
        job: Job,
        exercise: Exercise | None,
        *,
        event_log: EventLog,
        runner: Runner,
        queue: Queue,
        place: Place,
        cluster: ClusterSize | None = None,
    ) -> None:
        self._job = job
        self.exercise = exercise
        self._event_log = event_log
        self._runner = runner
        self._queue = queue
        self._place = place
        self._cluster = cluster
        self._told = place.ahead
        self._stop_wanted = asyncio.Event()
        self.state: State = Queued()
        self.faults_sent = 0
        """By persons."""

    def stop(self, end: End, sentence: str) -> None:
        """Ask for the end. Only the first wish counts, and none once the run is over."""
        if isinstance(self.state, Queued | Running):
            self.state = Stopping(end, sentence)
            self._stop_wanted.set()
            self._place.changed.set()

    async def announce(self) -> None:
        """Write the first record."""
        self._told = self._place.ahead
        await self._append(
            RunQueued(
                exercise_id=self.exercise.id if self.exercise else None,
                file_name=self._job.file_name,
                source=self._job.source,
                ahead=self._told,
            )
        )

    async def live(self) -> None:
        """Everything after the announcement. Raises nothing: what fails is logged, and the log of the run says so."""
        try:
            await self._conclude(await self._finish())
        except StoreFailed as error:
            logger.error("run %s was given up: %s", self._job.run_id, error)
            try:
                await self._conclude(_runner_failed("Given up: the server could not store what happened."))
            except StoreFailed:
                logger.error("run %s has no end on record; the next start of the server writes it", self._job.run_id)
        finally:
            self.state = Over()

    async def _conclude(self, finished: RunFinished) -> None:
        await conclude(self._event_log, self._job.run_id, self.exercise, finished)

    async def _finish(self) -> RunFinished:
        try:
            await self._append(PhaseChanged(phase="queued"))
            cluster = None if self._cluster is None else on_nodes(self._cluster, self._job.nodes)
            problems = await find_problems(self._job.source, self._job.file_name, cluster)
            if problems is not None:
                await self._append(problems)
            await self._wait()
            if isinstance(self.state, Stopping):
                return self._stopped(self.state)
            self.state = Running()
            await self._append(
                RunStarted(
                    runner=self._runner.name,
                    isolation=self._runner.isolation,
                    ray_version=installed_version("ray"),
                    torch_version=installed_version("torch"),
                    seconds_allowed=self._job.limits.run_seconds,
                )
            )
            finished = await self._execute()
            await self._repeat(finished)
            return finished
        except StoreFailed:
            raise
        except Exception as error:  # a mistake of ours must end this run and no other
            logger.exception("run %s failed", self._job.run_id)
            return _runner_failed(f"The playground failed to carry out this run ({type(error).__name__}).")
        finally:
            self._queue.leave(self._place)

    async def _wait(self) -> None:
        while self._place.ahead > 0 and isinstance(self.state, Queued):
            await self._place.changed.wait()
            self._place.changed.clear()
            if self._place.ahead not in (0, self._told) and isinstance(self.state, Queued):
                self._told = self._place.ahead
                await self._append(QueueMoved(ahead=self._told))

    async def _execute(self) -> RunFinished:
        guard = Guard(self._job.limits)
        events = self._runner.execute(self._job)
        watchdog = Watchdog(self._job)
        reader = asyncio.create_task(self._record(events, guard, watchdog))
        watcher = asyncio.create_task(self._watch(watchdog))
        stop_wanted = asyncio.create_task(self._stop_wanted.wait())
        seconds = self._job.limits.run_seconds
        try:
            await asyncio.wait({reader, stop_wanted}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop_wanted.cancel()
            watcher.cancel()
            await asyncio.wait({watcher})
        if not reader.done():
            self.stop("time_limit", f"Stopped at its limit of {seconds:g} seconds.")
            reader.cancel()
            await asyncio.wait({reader})
        await events.aclose()
        for event in guard.unsaid():
            await self._append(event)
        return self._outcome(reader)

    async def _watch(self, watchdog: Watchdog) -> None:
        try:
            while not watchdog.given_up:
                await asyncio.sleep(watchdog.every_seconds)
                for event in watchdog.look(time.time()):
                    await self._append(event)
                sentence = watchdog.overdue(time.time())
                if sentence is not None:
                    self.stop("idle_limit", sentence)
        except StoreFailed:  # whoever reads the runner meets it too, and says so
            return
        except Exception:  # it only explains: the run goes on without it
            logger.exception("the watchdog of run %s failed", self._job.run_id)

    async def _record(
        self, events: AsyncGenerator[Event, None], guard: Guard, watchdog: Watchdog
    ) -> RunFinished | None:
        async for event in events:
            if isinstance(event, RunFinished):
                return event
            for admitted in guard.admit(event):
                await self._append(admitted)
                watchdog.take(admitted, time.time())
            if isinstance(event, WorkersRequested):
                self._refuse(event)
            if guard.exhausted:
                limit = self._job.limits.events
                self.stop("output_limit", f"Stopped: a run may record {limit:,} events, and this one wanted more.")
        return None

    def _refuse(self, request: WorkersRequested) -> None:
        """End the run if it would wait without end for what `request` asks."""
        refusal = impossible(request, self._job.source)
        if refusal is not None:
            sentence = f"Stopped at once: the program asked for {refusal.asked}, and there is {refusal.offered}."
            self.stop("impossible_request", sentence)

    async def _repeat(self, finished: RunFinished) -> None:
        """Once more, where the exercise asks for it and all else is right. A wish to stop ends it."""
        if self.exercise is None or self.exercise.repeat is None or not isinstance(self.state, Running):
            return
        records = await self._event_log.read(self._job.run_id)
        if not await asyncio.to_thread(wanted, self.exercise, records, finished):
            return
        await self._append(PhaseChanged(phase="apart"))
        said = LogWritten(attempt=None, rank=None, stream="stderr", origin="playground", text=REPEATING)
        await self._append(said)
        await self._append(await repeat_run(self._runner, self._job, self.exercise, self._stop_wanted))

    def _outcome(self, reader: asyncio.Task[RunFinished | None]) -> RunFinished:
        error = None if reader.cancelled() else reader.exception()
        if isinstance(error, StoreFailed):
            raise error
        if error is not None:
            logger.error("the runner %s raised in run %s", self._runner.name, self._job.run_id, exc_info=error)
            return _runner_failed(f"The runner broke down ({type(error).__name__}); that is not the program's fault.")
        finished = None if reader.cancelled() else reader.result()
        if finished is not None:
            return finished
        if isinstance(self.state, Stopping):
            return self._stopped(self.state)
        logger.error("the runner %s ended run %s without a word", self._runner.name, self._job.run_id)
        return _runner_failed("The runner ended without saying how the program did.")

    def _stopped(self, stopping: Stopping) -> RunFinished:
        return RunFinished(end=stopping.end, sentence=stopping.sentence, exit_code=None)

    async def _append(self, event: Event) -> None:
        await self._event_log.append(self._job.run_id, event)


def _runner_failed(sentence: str) -> RunFinished:
    return RunFinished(end="runner_failed", sentence=sentence, exit_code=None)
