"""Nobody computes and nobody waits for another rank."""

from stall_stories import Attempt, line


def test_a_sleep_is_said_as_one() -> None:
    asleep: dict[str, object] = {"where": line(4, "time.sleep(60)")}
    found = Attempt().stands(7, {0: asleep, 1: asleep}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("idle_rank", False)
    assert found.diagnosis.title == "Ranks 0 and 1 sleep at line 4"
