from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

LINE = own_frame(14, "loss = step(batch)")
DEAD = "The actor is dead because its worker process has died. Worker exit type: SYSTEM_ERROR"


def test_different_failures_are_listed_by_attempt() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ActorDiedError", DEAD)
    story.workers(2).worker_fails(1, "ValueError", "bad batch", LINE)

    diagnoses = diagnose(story.fit_passes_it_on().ends().records())

    assert causes_of(diagnoses) == ["worker_raised", "attempts_used_up"]
    assert diagnoses[1].title == "The run failed 2 times, and max_failures allowed no more"
    assert diagnoses[1].evidence[1] == "attempt 2, rank 1: ValueError: bad batch"


def test_processes_that_died_each_time_may_have_died_by_chance() -> None:
    story = FailingRun().workers(1).worker_fails(0, "ActorDiedError", DEAD).workers(1)

    assert causes_of(diagnose(story.worker_fails(0, "ActorDiedError", DEAD).fit_passes_it_on().ends().records())) == [
        "worker_died",
        "attempts_used_up",
    ]


def test_one_attempt_used_up_nothing() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ValueError", "bad batch", LINE)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_raised"]
