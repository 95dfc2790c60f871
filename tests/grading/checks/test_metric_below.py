"""The kind `metric_below`."""

from __future__ import annotations

import math

import pytest

from allranks.grading import Judgement, Observed
from allranks.grading.checks.metric_below import MetricBelow
from stories import Story


def judge(story: Story) -> Judgement:
    return MetricBelow(metric="loss", target=0.05).judge(Observed(story.records()))


def test_every_rank_below_the_target_passes() -> None:
    judgement = judge(Story().group(2).epochs([0, 1], [3.0, 0.04]).group_ended().ended())
    assert judgement.outcome == "passed"
    assert judgement.sentence == "On every rank the last loss is below 0.05."
    assert judgement.evidence == ["rank 0: loss 0.04", "rank 1: loss 0.04"]


def test_one_rank_above_it_fails_with_the_number() -> None:
    story = Story().group(2).epochs([0, 1], [0.01]).epochs([0], [0.02]).epochs([1], [0.0625]).group_ended().ended()
    judgement = judge(story)
    assert judgement.outcome == "failed"
    assert judgement.sentence == "On rank 1 the last loss is 0.0625; expected was a value below 0.05."


def test_the_target_itself_is_not_below_it() -> None:
    assert judge(Story().group(1).epochs([0], [0.05]).group_ended().ended()).outcome == "failed"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (math.nan, "NaN, which is below nothing"),
        (math.inf, "infinite, which is below nothing"),
        (-math.inf, "negative infinite, which is below nothing"),
        (True, "True, which is not a number"),
        ("0.01", "'0.01', which is not a number"),
        (None, "None, which is not a number"),
    ],
)
def test_what_is_no_finite_number_fails_and_is_said(value: object, said: str) -> None:
    judgement = judge(Story().group(1).report([0], loss=value).group_ended().ended())
    assert judgement.outcome == "failed"
    assert said in judgement.sentence


def test_a_last_report_without_the_metric_fails() -> None:
    judgement = judge(Story().group(1).epochs([0], [0.01]).report([0], accuracy=1).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "On rank 0 the last report has no loss; it has accuracy."


def test_no_reports_never_pass() -> None:
    assert judge(Story().ended()).outcome == "not_judged"
    judgement = judge(Story().group(2).epochs([0], [0.01]).ended("time_limit", None))
    assert judgement.outcome == "not_judged"
    assert "rank 1 never reported" in judgement.sentence


def test_a_value_from_the_middle_of_training_is_not_judged() -> None:
    assert judge(Story().group(1).epochs([0], [0.01]).ended("cancelled", None)).outcome == "not_judged"
    assert judge(Story().group(1).epochs([0], [3.0]).ended("server_stopped", None)).outcome == "not_judged"


def test_a_program_that_fails_after_training_is_judged() -> None:
    story = Story().group(1).epochs([0], [0.01]).group_ended().raised().ended("program_failed", 1)
    assert judge(story).outcome == "passed"
