"""What checks read a run through."""

from __future__ import annotations

import pytest

from allranks.grading import Observed
from allranks.protocol import End
from stories import Story, solved


def test_an_empty_run_showed_nothing() -> None:
    observed = Observed([])
    assert (observed.group, observed.ranks, observed.finished) == (None, [], None)
    assert observed.cut_short == "the run is not over"


def test_reports_are_kept_per_rank_in_order() -> None:
    reports = Observed(solved().records()).reports
    assert sorted(reports) == [0, 1, 2, 3]
    assert [report.index for report in reports[2]] == list(range(10))


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("completed", None),
        ("time_limit", None),
        ("output_limit", None),
        ("cancelled", "the run was stopped on request"),
        ("server_stopped", "the server stopped"),
        ("runner_failed", "the run could not be carried out, through no fault of the program"),
        ("harness_lost", "the program's process died"),
        ("out_of_memory", "the program ran out of memory"),
        ("too_many_processes", "the program wanted more processes than it may have"),
        ("impossible_request", "the program asked for workers that its cluster cannot start"),
        ("program_failed", "the program ended with an error"),
    ],
)
def test_each_end_says_whether_the_program_had_its_chance(end: End, reason: str | None) -> None:
    assert Observed(Story().ended(end).records()).cut_short == reason


def test_training_that_went_to_its_end_had_its_chance_whatever_came_after() -> None:
    assert Observed(Story().group(2).group_ended().ended("cancelled").records()).cut_short is None
    assert Observed(Story().group(2).rank_raised(0).group_ended().ended("cancelled").records()).cut_short is not None
