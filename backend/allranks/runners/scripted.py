"""A runner that plays a script: for tests, and to replay a recorded run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from ..protocol import (
    Diagnosed,
    Event,
    Graded,
    Job,
    ProblemsFound,
    QueueMoved,
    Record,
    RunFinished,
    RunQueued,
    RunStarted,
    SandboxLevel,
)
from .base import Runner

Trigger = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Raises:
    """A step at which the runner breaks its promise and raises."""

    error: Exception


@dataclass(frozen=True)
class Forever:
    """A step that never ends, like `while True: pass`."""


Step = Event | Trigger | Raises | Forever
Script = Sequence[Step] | Callable[[Job], Iterable[Step]]


class ScriptedRunner(Runner):
    """Yields the script's events; a callable in it is awaited before the next one.

    `end_job` is awaited whenever a job ends, however it ends, and stands for the time that killing processes takes.
    """

    name = "scripted"
    isolation = "Nothing is executed: the events were written down beforehand."
    level: SandboxLevel = "A"

    def __init__(self, script: Script = (), end_job: Trigger | None = None) -> None:
        self._script = script
        self._end_job = end_job
        self.jobs: list[Job] = []
        """For tests: every job that was begun."""
        self.living: set[str] = set()
        """For tests: the run ids of jobs with processes left."""
        self.most_living = 0
        """For tests: how many jobs lived at the same time, at most."""
        self.closed = False

    async def execute(self, job: Job) -> AsyncGenerator[Event, None]:
        self.jobs.append(job)
        self.living.add(job.run_id)
        self.most_living = max(self.most_living, len(self.living))
        finished: RunFinished | None = None
        try:
            for step in self._script(job) if callable(self._script) else self._script:
                if isinstance(step, RunFinished):
                    finished = step
                    break
                if isinstance(step, Raises):
                    raise step.error
                if isinstance(step, Forever):
                    await asyncio.Event().wait()
                elif callable(step):
                    await step()
                else:
                    yield step
        finally:
            if self._end_job is not None:
                await self._end_job()
            self.living.discard(job.run_id)
        if finished is not None:
            yield finished

    async def close(self) -> None:
        self.closed = True


def replay(records: Sequence[Record], speed: float | None = None) -> list[Step]:
    """The script that a recorded run's runner followed, without what the server itself wrote.

    `speed` 1.0 keeps the pauses between records, 10.0 makes them a tenth, None leaves them out.
    """
    script: list[Step] = []
    previous: float | None = None
    for record in records:
        if isinstance(record.event, RunQueued | ProblemsFound | QueueMoved | RunStarted | Graded | Diagnosed):
            continue
        if speed is not None and previous is not None and record.time > previous:
            script.append(_pause((record.time - previous) / speed))
        previous = record.time
        script.append(record.event)
    return script


def _pause(seconds: float) -> Trigger:
    return lambda: asyncio.sleep(seconds)
