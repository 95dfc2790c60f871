"""Ranks compute for long without a sign of progress."""

from stall_stories import Attempt


def test_it_is_said_late_and_not_as_a_hang() -> None:
    busy: dict[str, object] = {"cpu_percent": 98.0}
    assert Attempt().stands(55, {0: busy, 1: busy}).explained() is None
    found = Attempt().stands(65, {0: busy, 1: busy}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("long_computation", False)
