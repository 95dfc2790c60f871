"""The kind `metric_equals`."""

from __future__ import annotations

import math

import pytest

from allranks.grading import Judgement, Observed
from allranks.grading.checks.metric_equals import MetricEquals
from stories import Story


def judge(story: Story) -> Judgement:
    return MetricEquals(metric="cpus", value=4.0).judge(Observed(story.records()))


def test_the_number_in_every_report_of_every_rank_passes() -> None:
    judgement = judge(Story().group(2).report([0, 1], cpus=4).report([0, 1], cpus=4.0).group_ended().ended())
    assert judgement[:3] == (
        "passed",
        "On every rank cpus was 4 in every report.",
        ["rank 0: cpus 4 at last", "rank 1: cpus 4 at last"],
    )


def test_one_other_number_fails_with_its_report_and_rank() -> None:
    story = Story().group(2).report([0, 1], cpus=4).report([0], cpus=4).report([1], cpus=1.5).group_ended().ended()
    judgement = judge(story)
    assert judgement.outcome == "failed"
    assert judgement.sentence == "Report 2 of rank 1 has cpus 1.5; expected was 4."


@pytest.mark.parametrize("value", ["4", True, None, math.nan, math.inf])
def test_what_is_not_that_number_fails(value: object) -> None:
    assert judge(Story().group(1).report([0], cpus=value).group_ended().ended()).outcome == "failed"


def test_what_a_rank_never_reported_is_not_judged() -> None:
    judgement = judge(Story().group(2).report([0], cpus=4).report([1], loss=1.0).group_ended().ended())
    assert judgement.outcome == "not_judged"
    assert "rank 1 never reported it" in judgement.sentence


def test_a_run_that_was_cut_short_or_had_no_workers_is_not_judged() -> None:
    assert judge(Story().group(1).report([0], cpus=4).ended("cancelled")).outcome == "not_judged"
    assert judge(Story().ended()).outcome == "not_judged"


def test_a_wrong_number_fails_however_the_run_ended() -> None:
    assert judge(Story().group(1).report([0], cpus=1).ended("cancelled")).outcome == "failed"
