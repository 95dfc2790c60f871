"""The kind `global_mean`."""

from __future__ import annotations

import pytest

from allranks.grading import Judgement, Observed
from allranks.grading.checks.global_mean import GlobalMean
from step_stories import in_step, observed
from stories import Story

LOSSES: dict[int, float | None] = {0: 1.0, 1: 2.0, 2: 6.0}


def judge(story: Story) -> Judgement:
    return GlobalMean(metric="loss", tolerance=0.001).judge(Observed(story.records()))


def reporting(*values: float) -> Story:
    story = observed(Story().group(3), 0, LOSSES)
    for rank, value in enumerate(values):
        story.report([rank], loss=value)
    return story.group_ended().ended()


def test_the_mean_on_every_rank_passes() -> None:
    judgement = judge(in_step(reports=2))
    assert judgement.outcome == "passed"
    assert judgement.sentence == "At every report loss was the mean of all ranks' own losses."
    assert judgement.evidence == [f"rank {rank}, report 2: own loss {rank + 1}, reported 2" for rank in range(3)]


def test_a_mean_as_exact_as_single_precision_passes() -> None:
    assert judge(reporting(*[3.0000002] * 3)).outcome == "passed"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((1.0, 2.0, 6.0), ". Every rank reported its own loss."),
        ((1.0, 1.0, 1.0), ". What was reported is rank 0's loss."),
        ((9.0, 9.0, 9.0), ". What was reported is the sum, which is to be divided by the number of ranks."),
        ((6.0, 6.0, 6.0), ". What was reported is the largest of the ranks' losses."),
        ((4.0, 4.0, 4.0), "the mean over all ranks was 3."),
    ],
)
def test_another_value_fails_with_the_numbers(values: tuple[float, ...], said: str) -> None:
    judgement = judge(reporting(*values))
    assert judgement.outcome == "failed"
    assert judgement.sentence.startswith(
        f"At report 1 rank 0 reported loss {values[0]:g}; the mean over all ranks was 3"
    )
    assert judgement.sentence.endswith(said)


def test_one_rank_with_another_value_is_named() -> None:
    judgement = judge(reporting(3.0, 3.0, 6.0))
    assert judgement.sentence == "At report 1 rank 2 reported loss 6; the mean over all ranks was 3."


def test_a_report_without_a_number_fails() -> None:
    story = observed(Story().group(1), 0, {0: 1.0}).report([0], loss="1.0")
    assert judge(story.group_ended().ended()).sentence == "Report 1 of rank 0 has no number loss."


def test_the_same_data_on_every_rank_shows_nothing() -> None:
    story = observed(Story().group(2), 0, {0: 2.0, 1: 2.0}).report([0, 1], loss=2.0)
    judgement = judge(story.group_ended().ended())
    assert judgement.outcome == "failed"
    assert "all of them trained on the same data" in judgement.sentence


def test_no_observed_losses_never_pass() -> None:
    assert judge(Story().ended()).outcome == "failed"
    assert judge(Story().group(2).epochs([0, 1], [1.0]).group_ended().ended()).outcome == "failed"
    story = observed(Story().group(1), 0, {0: None}, steps=0).report([0], loss=1.0).group_ended().ended()
    assert judge(story).sentence == "Rank 0 called backward on no loss before report 1."


def test_a_loss_that_is_no_finite_number_fails() -> None:
    story = observed(Story().group(1), 0, {0: None}).report([0], loss=float("nan")).group_ended().ended()
    assert judge(story).outcome == "failed"
    assert judge(story).sentence == "Before report 1 rank 0's own loss was no finite number."


def test_a_right_mean_before_a_stop_is_not_judged() -> None:
    story = observed(Story().group(2), 0, {0: 1.0, 1: 3.0}).report([0, 1], loss=2.0)
    assert judge(story.ended("cancelled", None)).outcome == "not_judged"
