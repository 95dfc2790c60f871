"""What follows the end of a run."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest

from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Diagnosed, Diagnosis, Event, Graded, Record, RunFinished
from allranks.runs import conclusion
from allranks.runs.conclusion import conclude
from allranks.store import MemoryEventLog
from houses import kinds, only
from stories import Story, solved, submitted

FINISHED = RunFinished(end="server_stopped", sentence="The server stopped.", exit_code=None)
DIAGNOSIS = Diagnosis(
    cause="test", title="A cause", what_happened="It.", evidence=[], where=None, ranks=[], mend="Mend it.", sketch=None
)


async def concluded(events: Sequence[Event]) -> list[Record]:
    log = MemoryEventLog()
    await log.create("run", "request-1")
    train01 = Catalog.read(default_exercises_folder()).get("train01")
    for event in [submitted(train01.solution), *events]:
        await log.append("run", event)
    await conclude(log, "run", train01, FINISHED)
    assert await log.unsealed() == []
    return await log.read("run")


async def test_the_end_the_causes_and_the_verdict_come_in_this_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conclusion, "diagnose", lambda records: [DIAGNOSIS])
    records = await concluded(Story().group(4).events)
    assert kinds(records)[-3:] == ["run_finished", "diagnosed", "graded"]
    assert only(records, RunFinished) == FINISHED
    assert only(records, Diagnosed).diagnosis == DIAGNOSIS


async def test_what_an_interrupted_conclusion_wrote_stays_and_is_not_written_twice() -> None:
    records = await concluded([*solved().events, Diagnosed(diagnosis=DIAGNOSIS)])
    assert only(records, RunFinished).end == "completed"
    assert only(records, Diagnosed).diagnosis == DIAGNOSIS
    assert only(records, Graded).verdict.passed


async def test_a_diagnosis_that_fails_costs_nobody_the_verdict(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(records: Sequence[Record]) -> list[Diagnosis]:
        raise ZeroDivisionError

    monkeypatch.setattr(conclusion, "diagnose", broken)
    with caplog.at_level(logging.ERROR):
        records = await concluded(solved().events)
    assert only(records, Graded).verdict.passed
    assert "ZeroDivisionError" in caplog.text
