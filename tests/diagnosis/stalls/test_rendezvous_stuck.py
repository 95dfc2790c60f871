"""The process group waits for ranks that do not come."""

from stall_stories import Attempt


def test_those_who_are_there_and_those_who_are_not_are_named() -> None:
    found = (
        Attempt(0).asks(3, 1, 8).stands(16, {0: {"activity": "process_group"}, 2: {"activity": "starting"}}).explained()
    )
    assert found is not None
    assert found.diagnosis.cause == "rendezvous_stuck"
    assert "rank 0 waits for ranks 1 and 2" in found.diagnosis.title
    assert not found.hang


def test_a_start_that_takes_a_moment_is_not_spoken_of() -> None:
    assert Attempt().stands(10, {rank: {"activity": "process_group"} for rank in (0, 1)}).explained() is None
