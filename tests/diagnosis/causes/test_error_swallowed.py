from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FILE_NAME, FailingRun, causes_of

PRINTED = f"""Traceback (most recent call last):
  File "{FILE_NAME}", line 2, in train_loop
    work(batch)
ValueError: bad batch
"""
SOURCE = "try:\n    work(batch)\nexcept ValueError:\n    traceback.print_exc()\n"


def test_a_rank_that_printed_its_error_and_went_on() -> None:
    story = FailingRun(SOURCE).workers(2).writes(1, PRINTED)

    [diagnosis] = diagnose(story.ends("completed", 0).records())

    assert diagnosis.cause == "error_swallowed"
    assert diagnosis.title == "Rank 1 printed ValueError at line 2 and went on"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 2
    assert diagnosis.advice


def test_a_program_that_printed_its_error_and_exited() -> None:
    story = FailingRun(SOURCE).workers(1).driver_writes(PRINTED)

    [diagnosis] = diagnose(story.ends("program_failed", 1).records())

    assert diagnosis.title == "The program printed ValueError at line 2 and ended without it"
    assert not diagnosis.advice


def test_an_error_that_a_rank_failed_with_was_not_swallowed() -> None:
    story = FailingRun(SOURCE).workers(1).writes(0, PRINTED).worker_fails(0, "ValueError", "bad batch")

    assert "error_swallowed" not in causes_of(diagnose(story.fit_passes_it_on().ends().records()))


def test_a_traceback_of_something_else_is_not_the_learners() -> None:
    story = FailingRun(SOURCE).workers(1).writes(0, PRINTED.replace(FILE_NAME, "other.py"))

    assert causes_of(diagnose(story.ends("completed", 0).records())) == []
