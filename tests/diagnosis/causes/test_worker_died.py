from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

DEAD = "The actor is dead because its worker process has died. Worker exit type: SYSTEM_ERROR"
BACKWARD = own_frame(16, "loss.backward()")


def test_a_rank_whose_process_is_gone_is_named() -> None:
    story = FailingRun().workers(2).worker_fails(1, "WorkerHealthCheckFailedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.cause == "worker_died"
    assert diagnosis.title == "The process of rank 1 died"
    assert diagnosis.where is None
    assert diagnosis.ranks == [1]


def test_the_evidence_is_the_line_that_tells_of_the_death() -> None:
    message = f"A worker health check failed.\nWorker info: Worker(\n  actor=Actor(RayTrainWorker))\n{DEAD}"
    story = FailingRun().workers(2).worker_fails(1, "WorkerHealthCheckFailedError", message)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.evidence == [f"rank 1: WorkerHealthCheckFailedError: {DEAD}"]


def test_the_rank_that_then_lost_its_peer_is_folded_under_it() -> None:
    story = FailingRun().workers(2).worker_fails(0, "RuntimeError", "Connection closed by peer", BACKWARD)
    story.worker_fails(1, "ActorDiedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.ranks == [1]
    assert diagnosis.evidence[-1] == "rank 0: lost the connection to it afterwards, a consequence and not a cause"


def test_two_dead_ranks_are_one_diagnosis() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ActorDiedError", DEAD).worker_fails(1, "ActorDiedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.title == "The processes of ranks 0 and 1 died"


def test_a_rank_that_raised_did_not_die() -> None:
    story = FailingRun().workers(2).worker_fails(1, "ValueError", "the cat has died", BACKWARD)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_raised"]


def test_the_one_place_that_ends_a_process_is_the_line() -> None:
    story = FailingRun("import os\nos._exit(1)\n").workers(2).worker_fails(1, "ActorDiedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.where is not None
    assert diagnosis.where.line == 2
    assert "last seen" not in diagnosis.what_happened
