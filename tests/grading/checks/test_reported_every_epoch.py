"""The kind `reported_every_epoch`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.reported_every_epoch import ReportedEveryEpoch
from stories import Story


def judge(story: Story, reports: int = 3) -> Judgement:
    return ReportedEveryEpoch(reports=reports, metrics=("loss", "epoch")).judge(Observed(story.records()))


def test_enough_reports_of_every_rank_pass() -> None:
    judgement = judge(Story().group(2).epochs([0, 1], [3.0, 2.0, 1.0]).group_ended().ended())
    assert judgement.outcome == "passed"
    assert judgement.sentence == "Every rank reported 3 times."
    assert judgement.evidence == ["rank 0: 3 reports", "rank 1: 3 reports"]


def test_one_report_at_the_end_is_too_few() -> None:
    judgement = judge(Story().group(2).epochs([0, 1], [1.0]).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "Rank 0 reported once; expected were 3 reports of every rank."


def test_no_reports_never_pass() -> None:
    assert judge(Story().group(2).group_ended().ended(), reports=1).outcome == "failed"
    assert judge(Story().ended(), reports=1).outcome == "failed"


def test_a_report_without_a_metric_is_named() -> None:
    story = Story().group(2).epochs([0, 1], [3.0, 2.0]).report([0, 1], loss=1.0).group_ended().ended()
    judgement = judge(story)
    assert judgement.outcome == "failed"
    assert judgement.sentence == "Report 3 of rank 0 has no epoch; it has loss."
    assert judgement.evidence[0] == "rank 0: 3 reports, 1 of them incomplete"


def test_a_rank_that_stays_silent_while_the_time_runs_out_fails() -> None:
    judgement = judge(Story().group(2).epochs([0], [3.0]).ended("time_limit", None))
    assert judgement.outcome == "failed"
    assert judgement.evidence == ["rank 0: 1 report", "rank 1: 0 reports"]


def test_ranks_that_report_unequally_fail() -> None:
    judgement = judge(Story().group(2).epochs([0, 1], [3.0, 2.0, 1.0]).epochs([0], [0.5]).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "The ranks made different numbers of reports."


def test_too_few_reports_before_a_stop_are_not_judged() -> None:
    judgement = judge(Story().group(2).epochs([0, 1], [3.0]).ended("cancelled", None))
    assert judgement.outcome == "not_judged"
    assert "Rank 0 reported once" in judgement.sentence


def test_reports_of_an_earlier_attempt_do_not_count() -> None:
    story = Story().group(1).epochs([0], [3.0, 2.0]).rank_raised(0).group_ended()
    assert judge(story.group(1).epochs([0], [1.0]).group_ended().ended()).outcome == "failed"
