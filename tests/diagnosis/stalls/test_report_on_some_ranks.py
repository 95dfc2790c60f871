"""Some ranks are in `train.report`, others never come there."""

import pytest

from stall_stories import Attempt, in_call, line

REPORT: dict[str, object] = {"activity": "report", "reports": 3, "where": line(12, "train.report(metrics)")}


def test_a_rank_that_returned_without_the_report_is_named() -> None:
    found = Attempt().stands(6, {0: {"activity": "returned", "reports": 2}, 1: REPORT}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("report_on_some_ranks", True)
    assert found.diagnosis.title == "Rank 1 waits in train.report for rank 0, which has left the loop"
    assert "Rank 0 made 2 reports" in found.diagnosis.what_happened
    assert found.diagnosis.where == line(12, "train.report(metrics)")


def test_a_rank_that_reported_before_it_left_is_told_to_agree_and_not_to_leave_a_test() -> None:
    had_reported = Attempt().stands(6, {0: {"activity": "returned", "reports": 2}, 1: REPORT}).explained()
    never = Attempt().stands(6, {0: {"activity": "returned", "reports": 0}, 1: REPORT}).explained()

    assert had_reported is not None
    assert never is not None
    assert "early stopping" in had_reported.diagnosis.mend
    assert "dist.all_reduce(stop, op=dist.ReduceOp.MAX)" in (had_reported.diagnosis.sketch or "")
    assert "take it out of the test of the rank" in never.diagnosis.mend


@pytest.mark.parametrize("other", [in_call("all_reduce", 4, "float32[2]"), {"activity": "backward"}])
def test_a_rank_that_went_on_to_another_call_is_named(other: dict[str, object]) -> None:
    found = Attempt().stands(6, {0: REPORT, 1: other | {"reports": 2}}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("report_on_some_ranks", True)
    assert found.diagnosis.ranks == [0, 1]
    assert "the same number of rounds" in found.diagnosis.mend


def test_a_report_that_a_barrier_let_go_is_told_of() -> None:
    returned: dict[str, object] = {"activity": "returned", "reports": 1, "collectives": 1}
    found = Attempt().stands(6, {0: REPORT, 1: returned}).explained()
    assert found is not None
    assert "met another call of `ray.train.collective`" in found.diagnosis.evidence[-1]


def test_ray_trains_own_barrier_is_such_a_meeting() -> None:
    barrier = in_call("ray.train.collective.barrier", 1)
    found = Attempt().stands(6, {0: barrier, 1: {"activity": "returned"}}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("report_on_some_ranks", True)


def test_a_rank_that_has_made_its_report_and_returned_is_not_missing() -> None:
    found = Attempt().stands(6, {0: REPORT, 1: {"activity": "returned", "reports": 3}}).explained()
    assert found is None


def test_a_rank_that_is_still_on_its_way_is_late_and_not_missing() -> None:
    busy: dict[str, object] = {"reports": 2, "cpu_percent": 80.0}
    found = Attempt().stands(8, {0: REPORT, 1: busy}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("straggler", False)


SOME_CALL = """def loop(config):
    if rank == 0:
        CALL
    train.report({})
"""


@pytest.mark.parametrize(("name", "words"), [("barrier", "make the call of barrier"), ("recv", "other half")])
def test_a_call_that_only_some_ranks_make_is_the_place_and_not_the_report(name: str, words: str) -> None:
    waits = in_call(name) | {"where": line(3, "CALL"), "stack": [line(3, "CALL")]}
    reports = {"activity": "report", "reports": 1, "where": line(4, "train.report({})")}
    found = Attempt(source=SOME_CALL).stands(6, {0: waits, 1: reports}).explained()

    assert found is not None
    assert found.diagnosis.where == line(3, "CALL")
    assert words in found.diagnosis.mend


def test_a_validation_on_one_rank_that_sends_the_buffers_goes_past_the_wrapper() -> None:
    source = "def loop(config):\n    if rank == 0:\n        validate(model)\n    train.report({})\n"
    forward = in_call("broadcast", 1, "float32[16]", counted=False)
    validates = forward | {"activity": "forward", "where": line(3, "validate(model)"), "stack": []}
    found = Attempt(source=source).stands(6, {0: validates, 1: {**REPORT, "where": line(4, "train.report({})")}})
    explained = found.explained()
    assert explained is not None
    assert explained.diagnosis.cause == "report_on_some_ranks"
    assert "model.module(" in explained.diagnosis.mend
