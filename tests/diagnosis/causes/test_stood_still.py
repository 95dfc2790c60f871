"""Why a run stood still is why it ended."""

import pytest

from allranks.diagnosis import diagnose
from allranks.protocol import Diagnosis, End, ProgressResumed, ProgressStopped
from failing_runs import FailingRun, causes_of

STUCK = Diagnosis(
    cause="uneven_batches",
    title="Rank 0 waits",
    what_happened="Rank 1 has left.",
    evidence=["rank 0: waits"],
    where=None,
    ranks=[0, 1],
    mend="Share the data out evenly.",
    sketch=None,
)
STOPPED = ProgressStopped(attempt=1, since=3.0, ranks=[0, 1], hang=True, diagnosis=STUCK)
TIMED_OUT = "[unbound_buffer.cc:78] Timed out waiting 6000ms for recv operation to complete"


@pytest.mark.parametrize("end", ["idle_limit", "cancelled"])
def test_a_run_that_was_ended_for_it_is_explained_by_it(end: End) -> None:
    story = FailingRun().workers(2)
    story.events.append(STOPPED)
    [diagnosis] = diagnose(story.ends(end, None).records())
    assert diagnosis.cause == "uneven_batches"
    assert diagnosis.evidence == ["rank 0: waits", "it was so until the run's end: It is over."]


def test_the_rank_that_waited_and_gave_up_is_not_the_cause() -> None:
    story = FailingRun().workers(2)
    story.events.append(STOPPED)
    story.worker_fails(0, "RuntimeError", TIMED_OUT).fit_passes_it_on()
    [diagnosis] = diagnose(story.ends().records())
    assert diagnosis.cause == "uneven_batches"
    assert "a consequence and not a cause: RuntimeError" in diagnosis.evidence[-1]


def test_another_error_speaks_for_itself() -> None:
    story = FailingRun().workers(2)
    story.events.append(STOPPED)
    story.worker_fails(1, "ValueError", "no").fit_passes_it_on()
    assert "uneven_batches" not in causes_of(diagnose(story.ends().records()))


@pytest.mark.parametrize("end", ["cancelled", "program_failed"])
def test_what_went_on_again_explains_nothing(end: End) -> None:
    story = FailingRun().workers(2)
    story.events += [STOPPED, ProgressResumed(attempt=1, seconds=9.0)]
    assert "uneven_batches" not in causes_of(diagnose(story.ends(end, None).records()))


def test_a_later_attempt_is_not_explained_by_the_stop_of_an_earlier_one() -> None:
    story = FailingRun().workers(2)
    story.events.append(STOPPED)
    assert diagnose(story.workers(2).ends("cancelled", None).records()) == []


def test_what_was_only_slow_does_not_explain_a_wish_to_stop() -> None:
    story = FailingRun().workers(2)
    story.events.append(STOPPED.model_copy(update={"hang": False}))
    assert diagnose(story.ends("cancelled", None).records()) == []
