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
