"""A rank is gone while the others wait."""

from allranks.protocol import FaultInjected
from stall_stories import Attempt, in_call


def test_the_rank_that_failed_first_is_the_cause_and_lost_connections_are_not() -> None:
    story = Attempt(3).stands(6, {0: in_call("all_reduce"), 1: {}, 2: {}})
    story.fails(1, "ValueError", "bad row").fails(2, "RuntimeError", "Connection closed by peer")
    found = story.explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("rank_gone", False)
    assert found.diagnosis.title == "Rank 1 is gone, and the others wait"
    assert "ValueError: bad row" in found.diagnosis.what_happened
    assert "a consequence and not a cause" in found.diagnosis.evidence[-1]


def test_a_rank_that_a_fault_killed_is_gone() -> None:
    fault = FaultInjected(attempt=1, rank=1, action="kill", by="plan", reports=0, seconds=0.0)
    assert Attempt().take(fault).stands(6, {0: in_call("all_reduce")}).cause() == "rank_gone"
