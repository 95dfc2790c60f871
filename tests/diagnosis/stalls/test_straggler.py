"""A rank is at work, and the others wait for it."""

from allranks.protocol import FaultInjected, TimeSpent
from stall_stories import Attempt, in_call, line


def test_who_is_late_and_how_far_behind_is_said() -> None:
    waits: dict[str, object] = {"activity": "backward", "batches": 9, "steps": 8}
    late: dict[str, object] = {"cpu_percent": 97.0, "batches": 7, "steps": 6, "where": line(4, "slow()")}
    story = Attempt().take(TimeSpent(attempt=1, rank=0, index=0, seconds={"collective": 3.0, "forward": 1.0}))
    found = story.stands(8, {0: waits, 1: late}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("straggler", False, (0, 1))
    assert "2 steps behind" in found.diagnosis.what_happened
    assert found.diagnosis.where == line(4, "slow()")
    assert found.diagnosis.evidence[-1].startswith("rank 0: 75 % of its time")


def test_evaluation_on_one_rank_is_said_as_what_only_it_does() -> None:
    evaluates: dict[str, object] = {"activity": "forward", "cpu_percent": 97.0, "steps": 8, "where": line(20)}
    found = Attempt().stands(8, {0: evaluates, 1: in_call("barrier") | {"steps": 8}}).explained()
    assert found is not None
    assert not found.hang
    assert "something that they do not do" in found.diagnosis.what_happened
    assert "evaluation" in found.diagnosis.mend


def test_a_sleep_is_called_one() -> None:
    asleep: dict[str, object] = {"where": line(4, "time.sleep(20)")}
    found = Attempt().stands(8, {0: {"activity": "report", "reports": 1}, 1: asleep}).explained()
    assert found is not None
    assert not found.hang
    assert "It sleeps at line 4." in found.diagnosis.what_happened


def test_a_fault_that_slows_a_rank_is_the_known_cause() -> None:
    fault = FaultInjected(attempt=1, rank=1, action="slow", by="person", reports=0, seconds=9.0)
    waits: dict[str, object] = {"activity": "report", "reports": 1}
    found = Attempt().take(fault).stands(8, {0: waits, 1: waits}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("straggler", False)
    assert "A fault adds 9 s" in found.diagnosis.what_happened


def test_steps_that_are_always_so_slow_are_not_spoken_of() -> None:
    story = Attempt()
    waits: dict[str, object] = {"activity": "backward", "steps": 1}
    for step in range(1, 5):
        story.stands(8, {rank: {"cpu_percent": 90.0, "steps": step - 1} for rank in (0, 1)})
        story.stands(1, {rank: {"cpu_percent": 90.0, "steps": step, "idle": 0.1} for rank in (0, 1)})
    assert story.stands(8, {0: waits | {"steps": 4}, 1: {"cpu_percent": 95.0, "steps": 4}}).explained() is None
