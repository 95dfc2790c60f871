from __future__ import annotations

from allranks.diagnosis.logs import last_line, log_of
from allranks.diagnosis.observed import observe
from failing_runs import FailingRun


def test_the_log_of_a_rank_is_that_of_the_last_attempt() -> None:
    story = FailingRun().workers(2).writes(0, "first\n").workers(2).writes(0, "second\n").writes(1, "other\n")
    observed = observe(story.driver_writes("driver\n").records())

    assert log_of(observed, 0) == "second\n"
    assert log_of(observed, None) == "driver\n"
    assert last_line(observed, 0) == "second"


def test_a_rank_that_wrote_nothing_has_no_last_line() -> None:
    assert last_line(observe(FailingRun().workers(1).records()), 0) is None
