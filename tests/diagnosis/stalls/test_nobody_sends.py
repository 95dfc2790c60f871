"""Every rank makes the same half of a message."""

import pytest

from stall_stories import Attempt, in_call


@pytest.mark.parametrize(("name", "words"), [("recv", "none sends"), ("send", "none receives")])
def test_all_ranks_wait_in_the_same_half(name: str, words: str) -> None:
    found = Attempt().stands(7, {rank: in_call(name, 1, "float32[4]") for rank in (0, 1)}).explained()

    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("nobody_sends", True)
    assert words in found.diagnosis.title


def test_the_two_halves_are_something_else() -> None:
    ranks = {0: in_call("send", 1, "float32[4]"), 1: in_call("recv", 1, "float32[4]")}
    found = Attempt().stands(7, ranks).explained()

    assert found is None or found.diagnosis.cause != "nobody_sends"


def test_a_ring_of_messages_that_nobody_meets_is_told() -> None:
    ring = {rank: in_call("send" if rank else "recv", root=(rank + 1) % 3) for rank in range(3)}
    found = Attempt(3).stands(7, ring).explained()

    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("nobody_sends", True, (0, 1, 2))
    assert found.diagnosis.title == "Rank 0 waits in recv from rank 1, which waits in send to rank 2"


def test_a_message_that_is_met_is_none_of_these() -> None:
    chain = {
        0: in_call("send", root=1),
        1: in_call("recv", root=0),
        2: in_call("barrier"),
    }
    assert Attempt(3).stands(7, chain).cause() != "nobody_sends"
