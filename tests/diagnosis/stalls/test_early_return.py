"""A rank waits in a collective for one that has left its loop."""

from stall_stories import Attempt, in_call, line

RETURNED: dict[str, object] = {"activity": "returned", "where": None}


def test_the_rank_that_returned_is_named() -> None:
    found = Attempt().stands(6, {0: in_call("barrier", 2) | {"where": line(9)}, 1: RETURNED}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("early_return", True, (0, 1))
    assert found.diagnosis.title == "Rank 0 waits in barrier for rank 1, which has left the loop"
    assert found.diagnosis.where == line(9)


def test_a_backward_without_counted_batches_is_such_a_call_too() -> None:
    found = Attempt().stands(6, {0: {"activity": "backward"}, 1: RETURNED}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("early_return", True)


def test_a_rank_outside_of_the_group_is_not_waited_for() -> None:
    pair = in_call("all_reduce", 2, "float32[4]", "ranks 0, 1")
    busy: dict[str, object] = {"cpu_percent": 90.0, "idle": 0.1}
    found = Attempt(3).stands(6, {0: pair, 1: busy, 2: RETURNED}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("straggler", False)


def test_a_backward_that_computes_is_nothing_to_speak_of() -> None:
    assert Attempt().stands(8, {0: {"activity": "backward", "cpu_percent": 99.0}, 1: RETURNED}).explained() is None
