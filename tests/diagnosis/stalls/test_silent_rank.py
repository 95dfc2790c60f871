"""A rank whose process lets no Python run."""

from stall_stories import Attempt, in_call


def test_a_rank_that_says_nothing_any_more_is_named() -> None:
    found = Attempt().stands(1, {0: {}, 1: {}}).stands(7, {0: in_call("all_reduce")}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("silent_rank", False)
    assert found.diagnosis.title == "Rank 1 lets no Python run"


def test_where_all_are_silent_it_is_likely_the_machine() -> None:
    story = Attempt().stands(1, {0: {}, 1: {}})
    story.now += 10
    assert story.explained() is None
