"""A rank went on after an exception, and the others wait for it."""

from __future__ import annotations

import pytest

from stall_stories import Attempt, in_call, line

AT = line(7, "loss = model(batch).mean()")
BACKWARD: dict[str, object] = {"activity": "backward", "batches": 9, "steps": 8}
RETURNED: dict[str, object] = {"activity": "returned", "where": None, "batches": 9, "steps": 8}
AT_WORK: dict[str, object] = {"activity": "loop", "cpu_percent": 99.0, "batches": 9}


def raised(count: int = 1, seconds_ago: float = 6.0) -> dict[str, object]:
    told = {"activity": "forward", "error_type": "RuntimeError", "message": "out of memory\nsecond line", "where": AT}
    return {"raised": {**told, "count": count, "seconds_ago": seconds_ago}}


def test_a_rank_that_left_a_batch_out_is_done_one_step_too_early() -> None:
    found = Attempt().stands(7, {0: BACKWARD, 1: RETURNED | raised()}).explained()
    assert found is not None
    diagnosis = found.diagnosis
    assert (diagnosis.cause, found.hang, found.ranks) == ("error_skipped", True, (0, 1))
    assert diagnosis.title == "Rank 1 goes on after RuntimeError in forward, and rank 0 waits in backward"
    assert "RuntimeError: out of memory ended a forward pass on rank 1" in diagnosis.what_happened
    assert diagnosis.where == AT


def test_a_rank_that_waits_elsewhere_is_a_call_ahead() -> None:
    found = Attempt().stands(7, {0: BACKWARD, 1: in_call("barrier") | {"batches": 9} | raised()}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("error_skipped", True)


@pytest.mark.parametrize("waits", [BACKWARD, {"activity": "report", "batches": 9}])
def test_a_rank_that_raises_again_and_again_is_said_to(waits: dict[str, object]) -> None:
    found = Attempt().stands(7, {0: waits, 1: AT_WORK | raised(900, 0.0)}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("error_skipped", False)
    assert "again and again" in found.diagnosis.what_happened


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (BACKWARD, RETURNED),
        (BACKWARD | raised(2), RETURNED | raised(2)),
        (BACKWARD, {**RETURNED, "activity": "raised"} | raised()),
        (BACKWARD, {**RETURNED, "batches": 4, "steps": 4} | raised()),
        (BACKWARD, AT_WORK | raised(1, 30.0)),
        ({"activity": "report", "batches": 9}, RETURNED | raised()),
    ],
    ids=[
        "nothing was raised",
        "all raised as often",
        "it ended the loop",
        "it had fewer batches",
        "it was long ago, and the rank is at work",
        "a report is missing",
    ],
)
def test_other_reasons_are_told_as_what_they_are(first: dict[str, object], second: dict[str, object]) -> None:
    assert Attempt().stands(7, {0: first, 1: second}).cause() != "error_skipped"
