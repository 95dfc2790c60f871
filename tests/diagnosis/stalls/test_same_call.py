"""All ranks are in the same call."""

from stall_stories import Attempt, in_call


def test_it_is_said_without_a_culprit() -> None:
    found = Attempt().stands(7, {rank: in_call("all_reduce", 4, "float32[2]") for rank in (0, 1)}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("same_call", False)


def test_a_report_of_all_ranks_is_the_controllers() -> None:
    found = Attempt().stands(7, {rank: {"activity": "report", "reports": 2} for rank in (0, 1)}).explained()
    assert found is not None
    assert "controller" in found.diagnosis.what_happened
