"""A program that seems right is run once more, with a world size, a seed and a configuration that were drawn since.

What it reports then is compared with what the exercise's solution reports in a sandbox of its own. Both run at the same
time; nothing of the solution is ever where the program is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Sequence
from typing import Literal

from ..grading import grade
from ..protocol import (
    REPORTS_COMPARED,
    Event,
    Exercise,
    Job,
    MetricsReported,
    Record,
    Repeat,
    RunFinished,
    RunQueued,
    RunRepeated,
    Variation,
)
from ..runners import Runner
from .guard import Guard

logger = logging.getLogger(__name__)

SECONDS = 60.0
REPEATING = "All else is right, so the program is run once more, with a world size and a seed that the server drew.\n"
_FRESH = random.SystemRandom()


def wanted(exercise: Exercise, records: Sequence[Record], finished: RunFinished) -> bool:
    """Whether the run of `records`, which ends with `finished`, did all that can be told without running it again."""
    if exercise.repeat is None or finished.end != "completed" or not records:
        return False
    last = records[-1]
    ended = Record(run_id=last.run_id, seq=last.seq + 1, time=last.time, event=finished)
    others = [check for check in exercise.checks if check.kind != "holds_again"]
    return grade(exercise.id, others, [*records, ended]).passed


def draw(repeat: Repeat, source: random.Random = _FRESH) -> Variation:
    """A world size, a seed and a value for each key."""
    return Variation(
        workers=source.choice(repeat.workers),
        seed=source.randrange(2**31),
        config={
            key: source.randint(low, high)
            if isinstance(low, int) and isinstance(high, int)
            else round(source.uniform(low, high), 6)
            for key, (low, high) in repeat.config.items()
        },
    )


async def repeat_run(runner: Runner, job: Job, exercise: Exercise, stop_wanted: asyncio.Event) -> RunRepeated:
    """Run program and solution with a variation of their own. Raises nothing: what cannot be done, or is stopped, was
    not tried. Afterwards no process of either is left."""
    assert exercise.repeat is not None
    variation = draw(exercise.repeat)
    running = asyncio.create_task(_run_both(runner, job, exercise, variation))
    stopping = asyncio.create_task(stop_wanted.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        running.cancel()
        await asyncio.wait({running})
    if running.cancelled():
        return _compared(exercise, job, variation, [], [], why_not="it was stopped on request")
    if (error := running.exception()) is not None:  # a mistake of ours must not cost the learner the run before
        logger.error("run %s could not be repeated", job.run_id, exc_info=error)
        return _compared(exercise, job, variation, [], [], why_not="the playground failed to run it once more")
    return _compared(exercise, job, variation, *running.result())


async def _run_both(
    runner: Runner, job: Job, exercise: Exercise, variation: Variation
) -> tuple[list[Event], list[Event]]:
    """What the program said, and what the solution said."""
    limits = job.limits.model_copy(update={"run_seconds": min(SECONDS, job.limits.run_seconds)})
    jobs = [
        job.model_copy(
            update={
                "run_id": f"{job.run_id}-{name}",
                "source": source,
                "limits": limits,
                "variation": variation,
                "rerun": None,
                "faults": [],
            }
        )
        for name, source in (("again", job.source), ("solution", exercise.solution))
    ]
    tasks = [asyncio.create_task(_events_of(runner, each)) for each in jobs]
    try:
        again, solved = await asyncio.gather(*tasks)
        return again, solved
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _events_of(runner: Runner, job: Job) -> list[Event]:
    """What a run says within its limits, up to its `RunFinished`; without one when it took too long."""
    guard = Guard(job.limits)
    kept: list[Event] = []
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(job.limits.run_seconds), contextlib.aclosing(runner.execute(job)) as events:
            async for event in events:
                kept += [event] if isinstance(event, RunFinished) else guard.admit(event)
                if guard.exhausted:
                    break
    return kept


def _compared(
    exercise: Exercise,
    job: Job,
    variation: Variation,
    again: Sequence[Event],
    solved: Sequence[Event],
    why_not: str = "",
) -> RunRepeated:
    assert exercise.repeat is not None
    metric = exercise.repeat.metric
    ours, theirs = _end(solved), _end(again)
    outcome: Literal["repeated", "failed", "not_tried"] = "repeated"
    sentence = ""
    unmet: list[str] = []
    if why_not != "":
        outcome, sentence = "not_tried", why_not
    elif ours != "":
        outcome, sentence = "not_tried", f"the exercise's own solution did not come to its end ({ours})"
    elif theirs != "":
        outcome, sentence = "failed", theirs
    else:
        unmet = _unmet(exercise, job, again)
    return RunRepeated(
        variation=variation,
        outcome=outcome,
        sentence=sentence,
        metric=metric,
        reported=_values(again, metric),
        expected=_values(solved, metric),
        unmet=unmet,
    )


def _end(events: Sequence[Event]) -> str:
    """How a run ended; empty when it ran to its end."""
    last = events[-1] if events else None
    if not isinstance(last, RunFinished):
        return "it was stopped at a limit"
    return "" if last.end == "completed" else last.sentence


def _unmet(exercise: Exercise, job: Job, events: Sequence[Event]) -> list[str]:
    assert exercise.repeat is not None
    queued = RunQueued(exercise_id=exercise.id, file_name=job.file_name, source=job.source, ahead=0)
    records = [
        Record(run_id=job.run_id, seq=seq, time=float(seq), event=event)
        for seq, event in enumerate([queued, *events], 1)
    ]
    asked = [check for check in exercise.checks if check.id in exercise.repeat.checks]
    results = grade(exercise.id, asked, records).checks
    return [f"{result.title}: {result.sentence}" for result in results if result.outcome != "passed"]


def _values(events: Sequence[Event], metric: str) -> dict[int, list[float | None]]:
    values: dict[int, list[float | None]] = {}
    for event in events:
        if isinstance(event, MetricsReported):
            told = values.setdefault(event.rank, [])
            value = event.metrics.get(metric)
            number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
            if len(told) < REPORTS_COMPARED:
                told.append(number)
    return values
