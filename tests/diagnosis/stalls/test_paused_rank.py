"""A fault holds a rank."""

from allranks.protocol import FaultInjected
from stall_stories import Attempt, in_call


def test_a_paused_rank_is_no_hang() -> None:
    fault = FaultInjected(attempt=1, rank=1, action="pause", by="person", reports=0, seconds=0.0)
    found = Attempt().stands(1, {0: {}, 1: {}}).take(fault).stands(6, {0: in_call("all_reduce")}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("paused_rank", False)
    assert found.diagnosis.title == "Rank 1 is paused, and the others wait"
