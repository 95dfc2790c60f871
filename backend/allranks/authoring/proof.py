"""An exercise proved in real runs: the starter does not pass, the solution does, a wrong answer fails what it names.

Programs go the way of every run: queue, warm sandbox, the exercise's own faults, diagnosis, verdict.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ..catalog import Catalog
from ..protocol import Exercise, Limits, Record, RunFinished, Verdict
from ..runners import Runner
from ..runs import RunController
from ..store import EventLog, MemoryEventLog
from .form import programs

AT_ONCE = 2
"""One program trains while the next one's sandbox gets ready; more would only share the cores."""
TURNS = 20
"""So many programs use one sandbox, one after the other: making one ready takes more time than most of them run. An
author's programs may trust each other."""
RUN_SECONDS = 90.0
STARTER, SOLUTION = "starter.py", "solution.py"


@dataclass(frozen=True)
class Proof:
    """One program's run. `problem` is None when it did what it is there for, else what was not right."""

    exercise_id: str
    file: str
    seconds: float
    problem: str | None
    records: Sequence[Record]


@dataclass(frozen=True)
class Bench:
    """Where programs are proved."""

    controller: RunController
    event_log: EventLog

    async def prove(self, exercise: Exercise, file: str, source: str) -> Proof:
        """Run one program of an exercise to its end, and judge what came of it."""
        began = time.monotonic()
        run_id = await self.controller.submit(exercise.id, source, f"authoring-{uuid.uuid4().hex}")
        records = [record async for record in self.event_log.follow(run_id)]
        return Proof(exercise.id, file, time.monotonic() - began, _problem(exercise, file, records), records)


@asynccontextmanager
async def bench(exercises: Sequence[Exercise], runner: Runner) -> AsyncIterator[Bench]:
    """A place to prove them, until the block ends."""
    event_log = MemoryEventLog()
    limits = Limits(run_seconds=RUN_SECONDS)
    catalog = Catalog(list(exercises))
    controller = RunController(event_log, runner, catalog, limits=limits, runs_at_once=AT_ONCE, runs_waiting=1000)
    await controller.start()
    try:
        yield Bench(controller, event_log)
    finally:
        await controller.close()
        await event_log.close()


async def prove_all(exercises: Sequence[Exercise], runner: Runner) -> AsyncGenerator[Proof, None]:
    """Prove every program of all of them, `AT_ONCE` at a time, and yield each proof as it is there."""
    async with bench(exercises, runner) as place:
        permits = asyncio.Semaphore(AT_ONCE)

        async def prove(exercise: Exercise, file: str, source: str) -> Proof:
            async with permits:
                return await place.prove(exercise, file, source)

        proving = [
            asyncio.create_task(prove(exercise, file, source))
            for exercise in exercises
            for file, source in programs(exercise).items()
        ]
        try:
            for proof in asyncio.as_completed(proving):
                yield await proof
        finally:
            for task in proving:
                task.cancel()
            await asyncio.gather(*proving, return_exceptions=True)


def _problem(exercise: Exercise, file: str, records: Sequence[Record]) -> str | None:
    (finished,) = (record.event for record in records if isinstance(record.event, RunFinished))
    (verdict,) = (record.event.verdict for record in records if record.event.kind == "graded")
    if finished.end not in ("completed", "program_failed"):
        return f"it ended with {finished.end}: {finished.sentence}"
    if file == SOLUTION:
        return None if verdict.passed else f"it must pass, and does not: {_shown(verdict)}"
    if file == STARTER:
        if verdict.passed:
            return "it passes as it is: there is nothing to learn"
        if finished.end != "completed" and not exercise.faults:
            return f"it must run to its end: {finished.sentence}"
        return None
    (fails,) = (answer.fails for answer in exercise.wrong_answers if f"wrong/{answer.name}.py" == file)
    failed = [result.check_id for result in verdict.checks if result.outcome == "failed"]
    if failed == [fails]:
        return None
    return f"it must fail {fails} and no other check: {_shown(verdict)}"


def _shown(verdict: Verdict) -> str:
    """What did not pass, with its sentences."""
    others = [result for result in verdict.checks if result.outcome != "passed"]
    return "; ".join(f"{result.check_id} {result.outcome} ({result.sentence})" for result in others) or "all passed"
