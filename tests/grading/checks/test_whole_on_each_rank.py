"""The kind `whole_on_each_rank`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.whole_on_each_rank import WholeOnEachRank
from reading_stories import two_ranks
from stories import Story


def judge(story: Story) -> Judgement:
    return WholeOnEachRank(dataset="eval", rows=4).judge(Observed(story.records()))


def test_all_rows_on_every_rank_pass() -> None:
    story = two_ranks().read(0, range(4), "eval").read(1, [3, 2, 1, 0], "eval").read(0, range(4), "eval", epoch=1)
    judgement = judge(story.group_ended().ended())
    assert judgement.outcome == "passed"
    assert judgement.sentence == "Every rank read the dataset 'eval' whole."


def test_a_part_fails() -> None:
    judgement = judge(two_ranks().read(0, [0, 1], "eval").read(1, [2, 3], "eval").group_ended().ended())
    assert judgement.outcome == "failed"
    assert (
        judgement.sentence
        == "Rank 0, in its pass 1 over the dataset 'eval', read 2 of its 4 rows and not rows 2 and 3."
    )


def test_a_rank_that_did_not_read_it_is_named() -> None:
    judgement = judge(two_ranks().read(0, range(4), "eval").group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence.startswith("Not read by rank 1: the dataset 'eval'.")


def test_a_row_twice_or_of_something_else_fails() -> None:
    for rows, word in (([0, 1, 2, 3, 3], "row 3 more than once"), ([0, 1, 2, 3, 9], "row 9; it has the rows 0 to 3")):
        judgement = judge(two_ranks().read(0, rows, "eval").read(1, range(4), "eval").group_ended().ended())
        assert judgement.outcome == "failed"
        assert word in judgement.sentence


def test_a_pass_that_was_left_early_fails() -> None:
    story = two_ranks().read(0, range(4), "eval").read(1, [0], "eval", ended=False)
    assert judge(story.group_ended().ended()).outcome == "failed"


def test_a_pass_that_was_cut_short_is_not_judged() -> None:
    story = two_ranks().read(0, range(4), "eval").read(1, [0], "eval", ended=False)
    assert judge(story.ended("cancelled", None)).outcome == "not_judged"


def test_no_observed_rows_never_pass() -> None:
    assert judge(two_ranks().group_ended().ended()).outcome == "failed"
    assert judge(Story().ended()).outcome == "failed"


def test_an_incomplete_record_is_not_judged() -> None:
    assert (
        judge(two_ranks().read(0, [0, 1], "eval").read(1, range(4), "eval").dropped().group_ended().ended()).outcome
        == "not_judged"
    )
