"""The kind `ranks_in_step`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.ranks_in_step import RanksInStep
from step_stories import in_step, observed
from stories import Story


def judge(story: Story) -> Judgement:
    return RanksInStep().judge(Observed(story.records()))


def test_the_same_weights_at_every_report_pass() -> None:
    judgement = judge(in_step(reports=3))
    assert judgement.outcome == "passed"
    assert judgement.sentence == "All ranks had the same weights, bit for bit, after every step (15 optimizer steps)."
    assert judgement.evidence[2] == (
        "rank 2, report 3: weights aaaaaaaaaaaaaaaa, all steps bbbbbbbbbbbbbbbb, 5 steps since the last report"
    )


def test_the_first_report_at_which_a_rank_parts_is_named() -> None:
    story = observed(Story().group(3), 0, {0: 1.0, 1: 1.0, 2: 1.0})
    for index in (1, 2):
        observed(observed(story, index, {0: 1.0, 2: 1.0}), index, {1: 1.0}, weights="c", path="d")
    judgement = judge(story.group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "At report 2 rank 1 has other weights than ranks 0 and 2."
    assert judgement.evidence[1].startswith("rank 1, report 2: weights cccccccccccccccc, all steps dddddddddddddddd")


def test_ranks_that_all_part_are_said_to() -> None:
    story = Story().group(2)
    for rank, weights in enumerate("ab"):
        observed(story, 0, {rank: 1.0}, weights=weights)
    assert judge(story.ended()).sentence == "At report 1 every rank has weights of its own."


def test_ranks_that_part_and_meet_again_fail() -> None:
    story = observed(Story().group(3), 0, {0: 1.0, 1: 1.0})
    judgement = judge(observed(story, 0, {2: 1.0}, path="e").ended())
    assert judgement.outcome == "failed"
    assert "alike again, but they were not after every step: rank 2 went another way" in judgement.sentence


def test_unequal_numbers_of_steps_are_told() -> None:
    story = observed(Story().group(3), 0, {0: 1.0, 1: 1.0})
    judgement = judge(observed(story, 0, {2: 1.0}, weights="c", path="e", steps=4).ended())
    assert judgement.sentence == (
        "At report 1 rank 2 has other weights than ranks 0 and 1. They made different numbers of optimizer steps."
    )


def test_no_observed_steps_never_pass() -> None:
    assert judge(Story().ended()).outcome == "failed"
    assert judge(Story().group(2).epochs([0, 1], [1.0]).group_ended().ended()).outcome == "failed"
    judgement = judge(observed(Story().group(2), 0, {0: 1.0, 1: 1.0}, steps=0).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "Rank 0 made no optimizer step before a report."


def test_a_rank_that_was_never_observed_never_passes() -> None:
    judgement = judge(observed(Story().group(2), 0, {0: 1.0}).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "There was no report at which every rank's training could be looked at."


def test_being_in_step_until_a_stop_is_not_judged() -> None:
    judgement = judge(observed(Story().group(2), 0, {0: 1.0, 1: 1.0}).ended("cancelled", None))
    assert judgement.outcome == "not_judged"


def test_parting_before_a_stop_fails() -> None:
    story = observed(observed(Story().group(2), 0, {0: 1.0}), 0, {1: 1.0}, weights="c")
    assert judge(story.ended("cancelled", None)).outcome == "failed"


def test_weights_that_were_not_hashed_are_not_judged() -> None:
    story = observed(Story().group(2), 0, {0: 1.0, 1: 1.0}, weights="", path="")
    assert judge(story.group_ended().ended()).outcome == "not_judged"


def test_weights_that_were_hashed_at_reports_alone_pass() -> None:
    judgement = judge(observed(Story().group(2), 0, {0: 1.0, 1: 1.0}, path="").group_ended().ended())
    assert judgement.outcome == "passed"
    assert "at every report" in judgement.sentence
