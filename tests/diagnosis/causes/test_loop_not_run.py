from __future__ import annotations

import pytest

from allranks.diagnosis import diagnose
from failing_runs import PROGRAM, FailingRun, causes_of

NOT_SENT = "A worker health check failed.\nHint: This is a failure to serialize a value that the function produced"
ASYNC = PROGRAM.replace("def train_loop", "async def train_loop")
YIELDS = PROGRAM.replace('step(config["lr"])', "yield 1")


def said(source: str) -> FailingRun:
    story = FailingRun(source).workers(2).worker_fails(0, "WorkerHealthCheckFailedError", NOT_SENT)
    return story.fit_passes_it_on().ends()


@pytest.mark.parametrize(("source", "made"), [(ASYNC, "a coroutine"), (YIELDS, "a generator")])
def test_a_loop_that_is_no_ordinary_function_ran_no_line(source: str, made: str) -> None:
    [diagnosis] = diagnose(said(source).records())

    assert diagnosis.cause == "loop_not_run"
    assert made in diagnosis.title
    assert diagnosis.where is not None
    assert diagnosis.where.line == 6


def test_something_else_that_cannot_be_sent_is_not_claimed_to_be_this() -> None:
    assert causes_of(diagnose(said(PROGRAM).records())) == ["worker_failed"]
