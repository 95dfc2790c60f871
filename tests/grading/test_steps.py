"""Reading what the observers saw of the ranks' training."""

from __future__ import annotations

import pytest

from allranks.grading import Observed
from allranks.grading.steps import named, steps_by_report
from step_stories import in_step, observed
from stories import Story


def test_training_is_read_by_report_and_rank() -> None:
    reports = steps_by_report(Observed(in_step(reports=2, world_size=3).records()))
    assert [(index, list(steps)) for index, steps in reports.items()] == [(0, [0, 1, 2]), (1, [0, 1, 2])]
    assert reports[1][2].local_loss == 3.0


def test_a_report_at_which_a_rank_was_not_observed_is_left_out() -> None:
    story = observed(observed(Story().group(2), 0, {0: 1.0, 1: 1.0}), 1, {0: 1.0})
    assert list(steps_by_report(Observed(story.records()))) == [0]


def test_an_earlier_attempt_is_left_out() -> None:
    story = observed(observed(Story().group(1), 0, {0: 1.0}).group(1), 1, {0: 2.0})
    assert list(steps_by_report(Observed(story.records()))) == [1]


def test_a_run_without_ranks_has_none() -> None:
    assert steps_by_report(Observed(Story().ended().records())) == {}


@pytest.mark.parametrize(
    ("ranks", "words"), [([1], "rank 1"), ([0, 2], "ranks 0 and 2"), ([0, 1, 3], "ranks 0, 1 and 3")]
)
def test_ranks_are_named(ranks: list[int], words: str) -> None:
    assert named(ranks) == words
