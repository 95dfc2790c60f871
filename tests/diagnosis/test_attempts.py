from __future__ import annotations

from allranks.diagnosis.attempts import endings
from allranks.diagnosis.observed import observe
from failing_runs import FailingRun, own_frame

LINE = own_frame(14, "step(batch)")
DEAD = "The actor is dead because its worker process has died."


def test_each_failed_attempt_ends_in_its_true_cause() -> None:
    story = FailingRun().workers(2).worker_fails(0, "RuntimeError", "Connection closed by peer", LINE)
    story.worker_fails(1, "ValueError", "row 17 of /data/part-3", LINE)
    story.workers(2).worker_fails(0, "ValueError", "row 4 of /data/part-9", LINE)

    first, second = endings(observe(story.records()))

    assert (first.attempt, first.rank, first.said) == (1, 1, "ValueError: row 17 of /data/part-3")
    assert first.kind == second.kind


def test_a_death_is_of_its_own_kind() -> None:
    [ending] = endings(observe(FailingRun().workers(1).worker_fails(0, "ActorDiedError", DEAD).records()))

    assert ending.kind == "died"


def test_a_run_without_failures_has_no_endings() -> None:
    assert endings(observe(FailingRun().workers(1).records())) == []
