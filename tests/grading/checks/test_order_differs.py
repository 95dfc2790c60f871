"""The kind `order_differs`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.order_differs import OrderDiffers
from reading_stories import divided, two_ranks
from stories import Story


def judge(story: Story) -> Judgement:
    return OrderDiffers(datasets=("train", "DataLoader 1")).judge(Observed(story.records()))


def test_a_new_order_in_each_epoch_passes() -> None:
    judgement = judge(divided().group_ended().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence[0] == "train, rank 0: begins with 0, 3, 1, 2 | 2, 5, 4, 0"


def test_the_same_order_on_one_rank_fails() -> None:
    story = divided().read(0, [1, 2], epoch=2).read(1, [7, 4, 6, 5], epoch=2)
    judgement = judge(story.group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "Rank 1 read the dataset 'train' in the same order in epoch 0 and in epoch 2."


def test_one_shuffled_dataset_does_not_make_up_for_the_other() -> None:
    story = divided()
    for epoch in (0, 1):
        story.read(0, [1, 2], "DataLoader 1", epoch=epoch).read(1, [3, 4], "DataLoader 1", epoch=epoch)
    judgement = judge(story.group_ended().ended())
    assert judgement.outcome == "failed"
    assert "the prepared DataLoader 1 in the same order in epoch 0 and in epoch 1" in judgement.sentence


def test_one_epoch_has_nothing_to_differ_from() -> None:
    judgement = judge(two_ranks().read(0, [1, 2]).read(1, [3, 4]).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "Rank 0 read the dataset 'train' once; two epochs make an order."


def test_no_observed_rows_never_pass() -> None:
    assert judge(two_ranks().group_ended().ended()).outcome == "failed"
    assert judge(two_ranks().read(0, []).read(1, []).group_ended().ended()).outcome == "failed"
    assert judge(Story().ended()).outcome == "failed"


def test_epochs_that_had_no_chance_to_come_are_not_judged() -> None:
    assert judge(two_ranks().read(0, [1, 2]).read(1, [3, 4]).ended("cancelled", None)).outcome == "not_judged"
