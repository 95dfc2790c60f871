"""Nobody computes and nobody waits for another rank."""

from stall_stories import Attempt, line


def test_a_sleep_is_said_as_one() -> None:
    asleep: dict[str, object] = {"where": line(4, "time.sleep(60)")}
    found = Attempt().stands(7, {0: asleep, 1: asleep}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("idle_rank", False)
    assert found.diagnosis.title == "Ranks 0 and 1 sleep at line 4"


def test_a_rank_that_fell_asleep_a_little_later_is_named_with_the_first() -> None:
    asleep: dict[str, object] = {"where": line(4, "time.sleep(60)")}
    found = Attempt().stands(1, {0: {**asleep, "idle": 5.2}, 1: {**asleep, "idle": 4.4}}).explained()
    assert found is not None
    assert found.ranks == (0, 1)
