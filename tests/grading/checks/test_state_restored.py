"""The kind `state_restored`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.state_restored import StateRestored
from recovery_stories import Recovery, recovered
from stories import Story


def judge(story: Story) -> Judgement:
    return StateRestored().judge(Observed(story.records()))


def killed_once() -> Recovery:
    return Recovery().attempt_from(None).trains(3).killed()


def test_the_same_model_and_optimizer_pass() -> None:
    judgement = judge(recovered().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence[3] == "attempt 3, rank 1: weights / optimizer w4 / o4, at the checkpoint w4 / o4"


def test_a_fresh_optimizer_fails_and_is_named() -> None:
    judgement = judge(killed_once().attempt_from(2, optimizer="").trains(1).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == (
        "In attempt 2 rank 0 began without what it had at the checkpoint: the optimizer's state did not come back."
    )


def test_an_optimizer_on_one_rank_alone_fails() -> None:
    judgement = judge(killed_once().attempt_from(2, optimizer_on=[0]).trains(1).group_ended().ended())
    assert judgement.sentence.startswith("In attempt 2 rank 1 began without")


def test_a_fresh_model_fails_and_is_named() -> None:
    judgement = judge(killed_once().attempt_from(2, weights="w").trains(1).group_ended().ended())
    assert judgement.sentence.endswith("the model did not come back.")


def test_neither_restored_names_both() -> None:
    judgement = judge(killed_once().attempt_from(2, weights="w", optimizer="").trains(1).group_ended().ended())
    assert judgement.sentence.endswith("the model and the optimizer's state did not come back.")


def test_no_optimizer_step_never_passes() -> None:
    story = killed_once()
    story.group(2).report([0, 1], epoch=3)
    judgement = judge(story.group_ended().ended())
    assert (judgement.outcome, judgement.sentence) == ("failed", "Rank 0 made no optimizer step in attempt 2.")
    assert judge(Story().ended()).outcome == "not_judged"


def test_a_run_that_failed_in_the_attempt_is_not_judged() -> None:
    story = killed_once().attempt_from(2).trains(1).killed().raised()
    assert judge(story.ended("program_failed", 1)).outcome == "not_judged"


def test_no_checkpoint_at_all_fails() -> None:
    story = Recovery().attempt_from(None).trains(3, saves=False).killed().attempt_from(None).trains(1).group_ended()
    assert judge(story.ended()).sentence == "Attempt 2 had no checkpoint to restore anything from."
