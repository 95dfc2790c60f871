"""The kind `checkpoints_pruned`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.checkpoints_pruned import CheckpointsPruned
from allranks.protocol import CheckpointsFound
from recovery_stories import Recovery, recovered
from stories import Story


def judge(story: Story) -> Judgement:
    return CheckpointsPruned(keep=2).judge(Observed(story.records()))


def trained() -> Recovery:
    story = Recovery().attempt_from(None).trains(5)
    story.group_ended()
    return story


def test_the_latest_two_pass() -> None:
    judgement = judge(recovered().ended())
    assert judgement.outcome == "passed"
    assert judgement.sentence == "Of 8 checkpoints 2 were kept."
    assert judgement.evidence[0] == "checkpoint_6: state.pt 100 bytes"


def test_it_rests_on_what_the_host_saw() -> None:
    assert CheckpointsPruned.basis == "observed"


def test_one_too_many_fails() -> None:
    judgement = judge(trained().found(2, 3, 4).ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "3 checkpoints lay in storage at the end; expected were 2 at most."


def test_a_folder_that_was_never_committed_is_no_checkpoint() -> None:
    assert judge(trained().found(3, 4, 17, 18).ended()).outcome == "passed"


def test_a_checkpoint_that_was_claimed_and_does_not_lie_there_fails() -> None:
    judgement = judge(trained().found(2, 3).ended())
    assert judgement.sentence == "The latest checkpoint was not in storage at the end."
    story = trained()
    story.events.append(CheckpointsFound(checkpoints=[], refused=[]))
    assert judge(story.ended()).outcome == "failed"


def test_empty_files_are_no_checkpoint() -> None:
    judgement = judge(trained().found(3, 4, size=0).ended())
    assert (judgement.outcome, judgement.sentence) == ("failed", "The checkpoint checkpoint_3 holds nothing.")


def test_storage_that_could_not_be_looked_at_is_not_judged() -> None:
    assert judge(trained().ended()).outcome == "not_judged"
    assert judge(trained().found(refused=["'/far' was not looked at: it lies outside"]).ended()).outcome == "not_judged"


def test_too_few_to_need_pruning_do_not_pass() -> None:
    story = Recovery().attempt_from(None).trains(2)
    story.group_ended()
    assert judge(story.found(0, 1).ended()).outcome == "failed"


def test_no_checkpoint_never_passes() -> None:
    assert judge(Story().ended()).outcome == "failed"
    assert judge(Story().group(2).epochs([0, 1], [1.0]).group_ended().ended()).outcome == "failed"
