from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import EventsDropped
from failing_runs import FailingRun, causes_of


def test_reports_that_were_lost_to_another_meeting() -> None:
    story = FailingRun("barrier()\ntrain.report({})\n").linted("RTL103", 1).workers(2).reports(1, loss=1.0)

    [diagnosis] = diagnose(story.ends("completed", 0).records())

    assert diagnosis.cause == "reports_unpaired"
    assert diagnosis.title == "Rank 0 reported less often than the others: reports were lost"
    assert diagnosis.evidence[:2] == ["rank 0: 0 reports", "rank 1: 1 reports"]
    assert diagnosis.where is not None
    assert diagnosis.where.line == 1
    assert diagnosis.page == "rules/RTL103.html"


def test_ranks_that_reported_alike_met() -> None:
    story = FailingRun().workers(2).reports(0, loss=1.0).reports(1, loss=1.0)

    assert causes_of(diagnose(story.ends("completed", 0).records())) == []


def test_a_run_that_was_cut_short_has_reports_missing_anyway() -> None:
    story = FailingRun().workers(2).reports(1, loss=1.0)

    assert causes_of(diagnose(story.ends("time_limit", None).records())) == ["time_ran_out"]


def test_reports_that_the_host_refused_may_have_been_made() -> None:
    story = FailingRun().workers(2).reports(1, loss=1.0)
    story.events.append(EventsDropped(count=3, reason="too many"))

    assert causes_of(diagnose(story.ends("completed", 0).records())) == []
