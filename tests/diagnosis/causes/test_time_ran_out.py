from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import Diagnosis, ProgressResumed, ProgressStopped
from failing_runs import FailingRun, causes_of, own_frame

STUCK = Diagnosis(
    cause="uneven_batches",
    title="Rank 0 waits",
    what_happened="It waits.",
    evidence=["rank 1 returned"],
    where=own_frame(12, "loss.backward()"),
    ranks=[0, 1],
    mend="Prepare the loader.",
    sketch=None,
)
STOPPED = ProgressStopped(attempt=1, since=3.0, ranks=[0], hang=True, diagnosis=STUCK)


def test_what_was_reported_until_then_is_counted() -> None:
    story = FailingRun().workers(2).reports(0, loss=1.0).reports(0, loss=0.9).reports(1, loss=1.0)

    [diagnosis] = diagnose(story.ends("time_limit", None).records())

    assert diagnosis.cause == "time_ran_out"
    assert "Ranks 0 and 1 had made 1 to 2 reports by then." in diagnosis.what_happened


def test_a_hang_that_was_explained_is_the_reason() -> None:
    story = FailingRun().workers(2)
    story.events.append(STOPPED)

    [diagnosis] = diagnose(story.ends("time_limit", None).records())

    assert diagnosis.cause == "uneven_batches"
    assert diagnosis.where == STUCK.where
    assert diagnosis.evidence[0] == "rank 1 returned"


def test_a_pause_that_was_over_is_not() -> None:
    story = FailingRun().workers(2)
    story.events += [STOPPED, ProgressResumed(attempt=1, seconds=4.0)]

    assert causes_of(diagnose(story.ends("time_limit", None).records())) == ["time_ran_out"]


def test_a_run_that_ended_in_time_is_not_told_of_it() -> None:
    assert diagnose(FailingRun().workers(2).ends("completed", 0).records()) == []
