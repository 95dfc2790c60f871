from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import FaultInjected
from failing_runs import FailingRun, causes_of, own_frame

DEAD = "The actor is dead because its worker process has died. Worker exit type: SYSTEM_ERROR"
REPORT = own_frame(12, "train.report({'loss': loss})")


def injected(story: FailingRun, action: str, rank: int, by: str = "plan") -> FailingRun:
    fields = {"attempt": story.attempt, "rank": rank, "action": action, "by": by, "reports": 8, "seconds": 0.0}
    story.events.append(FaultInjected.model_validate(fields))
    return story


def test_a_killed_rank_is_not_the_learners_mistake() -> None:
    story = injected(FailingRun().workers(2), "kill", 1).worker_fails(1, "ActorDiedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.cause == "fault_injected"
    assert diagnosis.title == "The playground killed rank 1 on request"
    assert diagnosis.evidence == ["rank 1: kill, asked for by the plan, after 8 of its reports"]
    assert diagnosis.where is None
    assert "max_failures" in diagnosis.mend


def test_the_ranks_that_then_lost_their_peer_are_folded_under_it() -> None:
    story = injected(FailingRun().workers(2), "kill", 1, "person")
    story.worker_fails(0, "RuntimeError", "Connection closed by peer", REPORT)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.title == "The playground killed rank 1 on request"
    assert diagnosis.evidence == [
        "rank 1: kill, asked for by a person, after 8 of its reports",
        "rank 0: lost the connection to it afterwards, a consequence and not a cause",
    ]


def test_an_error_that_was_asked_for_is_not_to_be_mended_at_its_line() -> None:
    message = "the playground raised this in rank 0 on request"
    story = injected(FailingRun().workers(2), "raise", 0).worker_fails(0, "InjectedFault", message, REPORT)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.title == "The playground raised an error in rank 0 on request"
    assert diagnosis.ranks == [0]


def test_a_mistake_of_the_learners_beside_a_fault_is_still_told() -> None:
    story = injected(FailingRun().workers(2), "kill", 1).worker_fails(1, "ActorDiedError", DEAD)
    story.worker_fails(0, "ValueError", "no", own_frame(7, "raise ValueError('no')"))

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["fault_injected", "worker_raised"]


def test_a_mistake_is_not_blamed_on_a_fault_that_had_no_effect() -> None:
    story = injected(FailingRun().workers(2), "raise", 1)
    story.worker_fails(0, "ValueError", "no", own_frame(7, "raise ValueError('no')"))

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_raised"]


def test_a_fault_of_an_earlier_attempt_explains_nothing() -> None:
    story = injected(FailingRun().workers(2), "kill", 1).worker_fails(1, "ActorDiedError", DEAD).workers(2)
    story.worker_fails(1, "ActorDiedError", DEAD)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_died"]


def test_a_fault_that_was_survived_is_no_diagnosis() -> None:
    story = injected(FailingRun().workers(2), "kill", 1).worker_fails(1, "ActorDiedError", DEAD).workers(2)

    assert diagnose(story.ends("completed", 0).records()) == []


def test_a_slowed_rank_is_no_cause() -> None:
    story = injected(FailingRun().workers(2), "slow", 1).worker_fails(1, "ActorDiedError", DEAD)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_died"]
