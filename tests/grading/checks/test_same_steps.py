"""The kind `same_steps`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.same_steps import SameSteps
from reading_stories import divided, two_ranks
from stories import Story


def judge(story: Story) -> Judgement:
    return SameSteps(datasets=("train", "DataLoader 1")).judge(Observed(story.records()))


def test_equal_numbers_of_batches_pass() -> None:
    judgement = judge(divided().group_ended().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence == [
        "train, rank 0: 2 batches in each of 2 epochs",
        "train, rank 1: 2 batches in each of 2 epochs",
        "DataLoader 1: nobody read it",
    ]


def test_batches_without_ids_count_too() -> None:
    story = two_ranks().read(0, [], batches=3).read(1, [], batches=3)
    assert judge(story.group_ended().ended()).outcome == "passed"


def test_a_rank_with_more_batches_fails() -> None:
    story = divided().read(0, [1], "DataLoader 1", batches=4).read(1, [2], "DataLoader 1", batches=5)
    judgement = judge(story.group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "In epoch 0 rank 1 took 5 batches of the prepared DataLoader 1 and rank 0 took 4."


def test_a_rank_that_left_out_an_epoch_fails() -> None:
    judgement = judge(divided().read(1, [1], epoch=2, batches=1).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "In epoch 2 rank 1 took 1 batch of the dataset 'train' and rank 0 took 0."
    assert judgement.evidence == ["train, rank 0: 2 batches in each of 2 epochs", "train, rank 1: 2, 2, 1 batches"]


def test_no_observed_batches_never_pass() -> None:
    judgement = judge(two_ranks().group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "No rank took a batch of the dataset 'train' or the prepared DataLoader 1."
    assert judge(Story().ended()).outcome == "failed"


def test_ranks_that_were_stopped_in_the_middle_are_not_judged() -> None:
    story = two_ranks().read(0, [1], batches=1, ended=False)
    assert judge(story.ended("cancelled", None)).outcome == "not_judged"


def test_an_incomplete_record_is_not_judged() -> None:
    assert (
        judge(two_ranks().read(0, [], batches=3).read(1, [], batches=2).dropped().group_ended().ended()).outcome
        == "not_judged"
    )
