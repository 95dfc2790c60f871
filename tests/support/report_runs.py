"""The programs of tests/reports in real sandboxes, and what was said of each."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from allranks.catalog import Catalog
from allranks.protocol import Diagnosed, Diagnosis, Limits, ProblemsFound, ProgressStopped, Record, RunFinished
from allranks.runners.local import LocalRunner
from allranks.runs import RunController, cluster_of, importable
from allranks.store import MemoryEventLog
from real_runs import best_enclosure
from report_programs import Expected, ReportProgram

AT_ONCE = 2
TURNS = 60
RUN_SECONDS = 120.0
"""The making of a sandbox included, which a busy machine takes its time for."""
FILE_NAME = "program.py"


@dataclass
class Said:
    """What was said of one program."""

    program: ReportProgram
    seconds: float = 0.0
    end: str = ""
    ended: str = ""
    """How, in the protocol's word."""
    linted: list[tuple[str, int]] = field(default_factory=list)
    diagnoses: list[Diagnosis] = field(default_factory=list)
    stalls: list[Diagnosis] = field(default_factory=list)

    @property
    def missing(self) -> list[Expected]:
        """What should have been said and was not, or at another line."""
        demanded = [each for each in self.program.expected if each.kind == "lint" or not self.program.not_run]
        return [each for each in demanded if not self._was_said(each)]

    @property
    def wrong(self) -> list[str]:
        """What was said and is not so."""
        expected = {each.name for each in self.program.expected if each.kind in ("cause", "stall")}
        return [said.cause for said in (*self.diagnoses, *self.stalls) if said.cause not in expected]

    def _was_said(self, expected: Expected) -> bool:
        if expected.kind == "nothing":
            return not self.diagnoses and not self.stalls
        if expected.kind == "lint":
            return any(code == expected.name and expected.line in (None, line) for code, line in self.linted)
        said = self.diagnoses if expected.kind == "cause" else self.stalls
        return any(
            each.cause == expected.name and (expected.line is None or (each.where and each.where.line == expected.line))
            for each in said
        )


async def say_all(programs: Sequence[ReportProgram]) -> dict[str, Said]:
    """Run each of them and listen; they take turns in a few sandboxes. One that stands still is stopped when the
    watchdog has spoken."""
    event_log = MemoryEventLog()
    limits = Limits(run_seconds=RUN_SECONDS)
    runner = LocalRunner(enclosure=best_enclosure(), pool_size=AT_ONCE, turns=TURNS)
    controller = RunController(
        event_log,
        runner,
        Catalog([]),
        limits=limits,
        runs_at_once=AT_ONCE,
        runs_waiting=1000,
        cluster=cluster_of(limits, 0, packages=list(importable()), sealed=True),
    )
    permits = asyncio.Semaphore(AT_ONCE)

    async def say(program: ReportProgram) -> Said:
        said = Said(program)
        async with permits:
            began = time.monotonic()
            run_id = await controller.submit(None, program.source, uuid.uuid4().hex, file_name=FILE_NAME)
            async for record in event_log.follow(run_id):
                if program.not_run and record.event.kind == "run_started":
                    controller.cancel(run_id)
                if _hear(said, record):
                    controller.cancel(run_id)
            said.seconds = time.monotonic() - began
        return said

    await controller.start()
    try:
        return {said.program.name: said for said in await asyncio.gather(*map(say, programs))}
    finally:
        await controller.close()
        await event_log.close()


def _hear(said: Said, record: Record) -> bool:
    """Take a record in; True when nothing more has to be heard of a program that stands still."""
    event = record.event
    if isinstance(event, ProblemsFound):
        said.linted += [(finding.code, finding.line) for finding in event.findings]
    elif isinstance(event, Diagnosed):
        said.diagnoses.append(event.diagnosis)
    elif isinstance(event, ProgressStopped):
        said.stalls.append(event.diagnosis)
        return said.program.stalls and not said.missing
    elif isinstance(event, RunFinished):
        said.end, said.ended = event.sentence, event.end
    return False


def told(said: Said) -> str:
    """One line for the table that a run of the tests prints; below it, what is said wrongly rests on."""
    causes = [f"{each.cause}:{each.where.line if each.where else '-'}" for each in (*said.diagnoses, *said.stalls)]
    mark = "WRONG" if said.wrong else "missing" if said.missing else "right"
    line = f"{said.program.name:24} {mark:8} {said.seconds:5.1f} s  {', '.join(causes) or 'nothing'}  ({said.end})"
    wrongly = [each for each in (*said.diagnoses, *said.stalls) if each.cause in said.wrong]
    return "\n    ".join([line, *(f"{each.title}: {'; '.join(each.evidence)}" for each in wrongly)])
