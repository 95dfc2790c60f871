from __future__ import annotations

from allranks.diagnosis.observed import observe
from failing_runs import FailingRun


def test_the_last_report_of_each_rank_is_kept() -> None:
    story = FailingRun("x = 1\n").workers(2).reports(0, loss=3.0).reports(0, loss=2.0).reports(1, loss=4.0)

    observed = observe(story.records())

    assert {rank: report.index for rank, report in observed.last_reports.items()} == {0: 1, 1: 0}
    assert observed.world_size == 2
    assert observed.source == "x = 1\n"


def test_a_run_without_an_end_has_none() -> None:
    observed = observe(FailingRun().records())

    assert observed.finished is None
    assert observed.end == frozenset()
    assert observed.passed_on == frozenset()


def test_what_fit_passes_on_is_told_from_another_error() -> None:
    records = FailingRun().fit_passes_it_on().records()

    assert observe(records).passed_on == {records[-1].seq}
    assert observe(FailingRun().program_fails("KeyError", "x").records()).passed_on == frozenset()
