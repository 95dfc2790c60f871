from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import PROGRAM, FailingRun, causes_of


def test_a_report_to_an_old_session_went_nowhere() -> None:
    story = FailingRun(PROGRAM).linted("RTL403", 7).workers(2).ends("completed", 0)

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "nothing_reported"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 7
    assert diagnosis.advice


def test_a_loop_that_reports_nothing_on_purpose_is_left_alone() -> None:
    assert causes_of(diagnose(FailingRun(PROGRAM).workers(2).ends("completed", 0).records())) == []


def test_reports_that_were_seen_went_somewhere() -> None:
    story = FailingRun(PROGRAM).linted("RTL403", 7).workers(1).reports(0, loss=1.0).ends("completed", 0)

    assert causes_of(diagnose(story.records())) == []
