from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import CheckpointLoaded
from failing_runs import FailingRun, causes_of

DEAD = "The actor is dead because its worker process has died."
SOURCE = "train.report({'epoch': epoch})\n"


def run(first: int, asked: bool = False, loaded: str | None = None, saved: bool = True) -> FailingRun:
    story = FailingRun(SOURCE).workers(1).reports(0, epoch=0)
    if saved:
        story.saves_checkpoint("checkpoint_7")
    story.reports(0, epoch=1).worker_fails(0, "ActorDiedError", DEAD).workers(1)
    if asked:
        story.events.append(CheckpointLoaded(attempt=2, rank=0, name=loaded))
    return story.reports(0, epoch=first).ends("completed", 0)


def test_a_loop_that_never_asked_for_the_checkpoint() -> None:
    [diagnosis] = diagnose(run(0).records())

    assert diagnosis.cause == "restarted_at_zero"
    assert "never called `get_checkpoint()`" in diagnosis.what_happened
    assert "first report of attempt 2: epoch=0, as in the first attempt" in diagnosis.evidence
    assert diagnosis.page == "rules/RTL305.html"
    assert diagnosis.advice


def test_a_loop_that_loaded_it_and_counted_from_the_beginning() -> None:
    [diagnosis] = diagnose(run(0, asked=True, loaded="checkpoint_7").records())

    assert "`epoch` was not taken from it" in diagnosis.what_happened
    assert diagnosis.page == "rules/RTL307.html"


def test_a_loop_that_went_on_is_right() -> None:
    assert causes_of(diagnose(run(1, asked=True, loaded="checkpoint_7").records())) == []


def test_without_a_checkpoint_there_is_nothing_to_go_on_from() -> None:
    assert causes_of(diagnose(run(0, saved=False).records())) == []


def test_a_step_that_begins_anew_in_each_epoch_says_nothing() -> None:
    story = FailingRun(SOURCE).workers(1).reports(0, epoch=0, step=0).saves_checkpoint("checkpoint_7")
    story.worker_fails(0, "ActorDiedError", DEAD).workers(1)
    story.events.append(CheckpointLoaded(attempt=2, rank=0, name="checkpoint_7"))

    assert causes_of(diagnose(story.reports(0, epoch=1, step=0).ends("completed", 0).records())) == []
