"""Our errors in other people's words."""

from __future__ import annotations

import pytest

from allranks.catalog import UnknownExercise
from allranks.protocol import AllranksError, BadInput, RunnerFailed, StoreFailed, UnknownRun
from allranks.runs import QueueFull
from allranks.web.errors import refusal, status


@pytest.mark.parametrize(
    ("error", "code", "expected_status"),
    [
        (BadInput("a", "b", "c"), "bad_input", 400),
        (UnknownExercise("a", "b", "c"), "unknown_exercise", 404),
        (QueueFull("a", "b", "c"), "queue_full", 503),
        (UnknownRun("run"), "unknown_run", 404),
        (StoreFailed("the disk is full"), "store_failed", 503),
        (RunnerFailed("no Ray"), "failed", 500),
    ],
)
def test_each_error_has_a_code_a_status_and_three_answers(
    error: AllranksError, code: str, expected_status: int
) -> None:
    refused = refusal(error, request_id="request-1", run_id="run")
    assert (refused.code, status(error)) == (code, expected_status)
    assert all((refused.came, refused.expected, refused.todo))
    assert (refused.request_id, refused.run_id) == ("request-1", "run")
