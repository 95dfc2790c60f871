from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

LINE = own_frame(14, "loss = step(batch)")
CLOSED = "[pair.cc:545] Connection closed by peer [127.0.0.1]:43210"


def test_the_same_error_at_the_same_line_makes_retries_useless() -> None:
    story = FailingRun()
    for number in (3, 17, 41):
        story.workers(2).worker_fails(0, "ValueError", f"object at 0x7f{number} has {number} rows", LINE)

    diagnoses = diagnose(story.fit_passes_it_on().ends().records())

    assert causes_of(diagnoses) == ["worker_raised", "retries_alike"]
    assert diagnoses[1].title == "All 3 attempts failed the same way at line 14: more retries will not help"
    assert diagnoses[1].where == LINE
    assert len(diagnoses[1].evidence) == 3


def test_which_rank_was_heard_does_not_matter() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ValueError", "bad", LINE).worker_fails(1, "RuntimeError", CLOSED)
    story.workers(2).worker_fails(1, "ValueError", "bad", LINE)

    assert "retries_alike" in causes_of(diagnose(story.fit_passes_it_on().ends().records()))


def test_the_same_type_at_another_line_is_another_failure() -> None:
    story = FailingRun().workers(1).worker_fails(0, "ValueError", "bad", LINE)
    story.workers(1).worker_fails(0, "ValueError", "bad", own_frame(15, "other()"))

    assert "retries_alike" not in causes_of(diagnose(story.fit_passes_it_on().ends().records()))


def test_a_run_that_got_through_in_the_end_needed_its_retry() -> None:
    story = FailingRun().workers(1).worker_fails(0, "ValueError", "bad", LINE)
    story.workers(1).worker_fails(0, "ValueError", "bad", LINE).workers(1)

    assert diagnose(story.ends("completed", 0).records()) == []
