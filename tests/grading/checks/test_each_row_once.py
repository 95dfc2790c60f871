"""The kind `each_row_once`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.each_row_once import EachRowOnce
from reading_stories import divided, two_ranks
from stories import Story


def judge(story: Story, dataset: str = "train") -> Judgement:
    return EachRowOnce(dataset=dataset, rows=8).judge(Observed(story.records()))


def test_parts_that_together_are_the_whole_pass() -> None:
    judgement = judge(divided().group_ended().ended())
    assert judgement.outcome == "passed"
    assert judgement.sentence == "In each epoch every row of the dataset 'train' was read once, by one rank."
    assert judgement.evidence == [f"rank {rank}: 4 rows in 2 batches in each of 2 passes" for rank in (0, 1)]


def test_a_row_on_two_ranks_fails() -> None:
    story = two_ranks().read(0, range(8)).read(1, range(8))
    judgement = judge(story.group_ended().ended())
    assert judgement.outcome == "failed"
    assert "In epoch 0 8 of the 8 rows of the dataset 'train' were read more than once" in judgement.sentence
    assert judgement.sentence.endswith("row 0 by ranks 0, 1.")


def test_a_row_twice_on_one_rank_fails() -> None:
    judgement = judge(two_ranks().read(0, [0, 1, 2, 3, 0]).read(1, [4, 5, 6, 7]).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence.endswith("row 0 by rank 0, more than once.")


def test_a_missing_row_fails_and_is_named() -> None:
    judgement = judge(two_ranks().read(0, [0, 1, 2]).read(1, [4, 5, 6, 7]).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "In epoch 0 no rank read row 3 of the dataset 'train'; it has the rows 0 to 7."


def test_an_epoch_that_one_rank_did_not_begin_is_incomplete() -> None:
    judgement = judge(divided().read(0, [1, 2, 3, 4], epoch=2).group_ended().ended())
    assert judgement.outcome == "failed"
    assert "In epoch 2 no rank read rows 0, 5, 6 and 7" in judgement.sentence


def test_rows_of_something_else_fail() -> None:
    judgement = judge(two_ranks().read(0, [0, 1, 2, 3]).read(1, [4, 5, 6, 70]).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "In epoch 0 row 70 came, but it has the rows 0 to 7."


def test_no_observed_rows_never_pass() -> None:
    for story in (two_ranks().group_ended().ended(), two_ranks().read(0, []).read(1, []).group_ended().ended()):
        assert judge(story).outcome == "failed"
    assert judge(Story().ended()).outcome == "failed"


def test_a_loader_that_was_not_prepared_is_told_so() -> None:
    judgement = judge(divided("train").group_ended().ended(), "DataLoader 1")
    assert judgement.outcome == "failed"
    assert judgement.sentence.startswith("No rank read the prepared DataLoader 1.")


def test_rows_that_had_no_chance_to_come_are_not_judged() -> None:
    judgement = judge(two_ranks().read(0, [0, 1], ended=False).read(1, [4], ended=False).ended("cancelled", None))
    assert judgement.outcome == "not_judged"


def test_an_overlap_is_one_whatever_ended_the_run() -> None:
    judgement = judge(two_ranks().read(0, [0, 1], ended=False).read(1, [1], ended=False).ended("cancelled", None))
    assert judgement.outcome == "failed"


def test_a_row_that_is_missing_from_an_incomplete_record_is_not_judged() -> None:
    story = two_ranks().read(0, [0, 1, 2]).read(1, [4, 5, 6, 7]).dropped().group_ended().ended()
    judgement = judge(story)
    assert judgement.outcome == "not_judged"
    assert judgement.sentence == "Not judged, because not everything that the ranks read was recorded."
