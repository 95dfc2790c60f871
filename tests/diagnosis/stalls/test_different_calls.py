"""Ranks wait for each other in calls that do not belong together."""

import pytest

from stall_stories import Attempt, in_call


def test_two_collectives_are_told_apart_by_name() -> None:
    found = Attempt().stands(6, {0: in_call("all_reduce", 2, "float32[4]"), 1: in_call("barrier", 2)}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("different_calls", True)
    assert found.diagnosis.title == "Rank 0 waits in all_reduce, rank 1 in barrier: neither will end"


def test_different_shapes_are_named() -> None:
    shapes = {0: in_call("all_reduce", 2, "float32[4]"), 1: in_call("all_reduce", 2, "float32[5]")}
    found = Attempt().stands(6, shapes).explained()
    assert found is not None
    assert found.diagnosis.title.endswith("tensors of different shape: float32[4] and float32[5]")


def test_another_number_of_the_same_call_is_a_difference() -> None:
    found = Attempt().stands(6, {0: in_call("all_reduce", 2), 1: in_call("all_reduce", 3)}).explained()
    assert found is not None
    assert found.diagnosis.cause == "different_calls"


def test_on_a_gpu_the_call_that_is_not_done_is_compared_and_not_the_line_where_the_rank_stands() -> None:
    standing = {"activity": "loop", "cpu_percent": 100.0}
    calls = {0: in_call("all_reduce", 2, "float32[4]") | standing, 1: in_call("barrier", 2) | standing}
    found = Attempt().stands(6, calls).explained()
    assert found is not None
    assert found.diagnosis.title == "Rank 0 waits in all_reduce, rank 1 in barrier: neither will end"
    numbers = {rank: in_call("all_reduce", 2 + rank) | standing for rank in (0, 1)}
    assert Attempt().stands(6, numbers).cause() == "different_calls"


def test_what_wrapped_models_reduce_has_no_number_to_compare() -> None:
    standing = {"activity": "loop", "cpu_percent": 100.0}
    calls = {rank: in_call("all_reduce", 2 + rank, "float32[4]", counted=False) | standing for rank in (0, 1)}
    assert Attempt().stands(6, calls).cause() != "different_calls"


def test_a_gather_of_different_inputs_at_the_same_place_is_none() -> None:
    gathers = {0: in_call("all_gather_object", 2, "a"), 1: in_call("all_gather_object", 2, "b")}
    assert Attempt().stands(6, gathers).cause() != "different_calls"


def test_groups_that_do_not_meet_are_not_compared() -> None:
    groups = {
        rank: in_call("all_reduce", 2 + rank // 2, "", f"ranks {rank // 2 * 2}, {rank // 2 * 2 + 1}")
        for rank in range(4)
    }
    assert Attempt(4).stands(6, groups).cause() != "different_calls"


def test_roots_that_differ_are_named() -> None:
    roots = {rank: called("broadcast", rank) for rank in (0, 1)}
    found = Attempt().stands(6, roots).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("different_calls", True, (0, 1))
    assert found.diagnosis.title == (
        "Rank 0 is in broadcast from rank 0, rank 1 in broadcast from rank 1: neither will end"
    )
    assert "`src`" in found.diagnosis.mend
    gathered = Attempt().stands(6, {rank: called("gather", 1 - rank) for rank in (0, 1)}).explained()
    assert gathered is not None
    assert "gather to rank 1" in gathered.diagnosis.title
    assert "`dst`" in gathered.diagnosis.mend


def test_one_root_or_one_that_is_not_known_is_no_difference() -> None:
    for roots in ((1, 1), (0, None)):
        calls = {rank: called("broadcast", root) for rank, root in enumerate(roots)}
        assert Attempt().stands(6, calls).cause() != "different_calls"


def called(name: str, root: int | None) -> dict[str, object]:
    return in_call(name, 3, "float32[4]", root=root)


def test_a_message_too_many_is_told_with_the_rank_that_it_is_for() -> None:
    calls = {0: in_call("send", root=1), 1: in_call("barrier")}
    found = Attempt().stands(6, calls).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("different_calls", True)
    assert found.diagnosis.title == "Rank 0 waits in send to rank 1, rank 1 in barrier: neither will end"
    assert "`send` its `recv`" in found.diagnosis.mend


def test_the_halves_of_one_message_belong_together() -> None:
    calls = {0: in_call("send", root=1), 1: in_call("recv", root=0)}
    assert Attempt().stands(6, calls).cause() not in ("different_calls", "nobody_sends")


@pytest.mark.parametrize(("shape", "buffers"), [("float32[16]", True), ("int32[3]", False)])
def test_a_forward_that_sends_its_buffers_on_one_rank_is_told_as_one(shape: str, buffers: bool) -> None:
    forward = in_call("broadcast", 1, shape, counted=False) | {"activity": "forward"}
    backward = in_call("all_reduce", 1, "float32[72]", counted=False) | {"activity": "backward"}
    found = Attempt().stands(6, {0: forward, 1: backward}).explained()
    assert found is not None
    assert found.diagnosis.cause == "different_calls"
    assert ("model.module(" in found.diagnosis.mend) is buffers
