"""Ranks compute for long without a sign of progress."""

from stall_stories import Attempt


def test_it_is_said_late_and_not_as_a_hang() -> None:
    busy: dict[str, object] = {"cpu_percent": 98.0}
    assert Attempt().stands(55, {0: busy, 1: busy}).explained() is None
    found = Attempt().stands(65, {0: busy, 1: busy}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("long_computation", False)


def test_a_rank_that_began_later_or_gets_less_of_the_machine_is_named_with_the_first() -> None:
    first: dict[str, object] = {"cpu_percent": 98.0, "idle": 65}
    for second, ranks in (
        ({"cpu_percent": 98.0, "idle": 55}, (0, 1)),
        ({"cpu_percent": 30.0, "idle": 65}, (0, 1)),
        ({"cpu_percent": 98.0, "idle": 10}, (0,)),
        ({"cpu_percent": 2.0, "idle": 65}, (0,)),
    ):
        found = Attempt().stands(1, {0: first, 1: second}).explained()
        assert found is not None
        assert (found.diagnosis.cause, found.ranks) == ("long_computation", ranks), second


def test_it_takes_one_rank_that_certainly_computes() -> None:
    perhaps: dict[str, object] = {"cpu_percent": 30.0, "idle": 65}
    assert Attempt().stands(1, {0: perhaps, 1: perhaps}).explained() is None
