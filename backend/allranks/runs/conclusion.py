"""What follows the end of a run: its diagnoses, its verdict, and the seal."""

from __future__ import annotations

import asyncio
import logging

from ..diagnosis import diagnose
from ..grading import grade
from ..protocol import Diagnosed, Diagnosis, Exercise, Graded, Record, RunFinished
from ..store import EventLog

logger = logging.getLogger(__name__)


async def conclude(event_log: EventLog, run_id: str, exercise: Exercise | None, finished: RunFinished) -> None:
    """Write the last records of a run and seal it. What is there already (a server died while it did this) stays."""
    records = await event_log.read(run_id)
    if not any(isinstance(record.event, RunFinished) for record in records):
        records.append(await event_log.append(run_id, finished))
    if not any(isinstance(record.event, Diagnosed) for record in records):
        for diagnosis in await asyncio.to_thread(_diagnose, records):
            await event_log.append(run_id, Diagnosed(diagnosis=diagnosis))
    if exercise is not None and not any(isinstance(record.event, Graded) for record in records):
        verdict = await asyncio.to_thread(grade, exercise.id, exercise.checks, records, exercise.explanation)
        await event_log.append(run_id, Graded(verdict=verdict))
    await event_log.seal(run_id)


def _diagnose(records: list[Record]) -> list[Diagnosis]:
    try:
        return diagnose(records)
    except Exception:  # a mistake in a diagnosis must not cost the learner the verdict
        logger.exception("the diagnosis failed")
        return []
