"""The kind `loss_continues`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.loss_continues import LossContinues
from recovery_stories import LOSSES, Recovery, recovered
from stories import Story


def judge(story: Story) -> Judgement:
    return LossContinues(metric="loss", tolerance=0.5).judge(Observed(story.records()))


def restarted(first_loss: float) -> Story:
    """Falls to 60 % with each report, then this one comes right after the restart at epoch 3."""
    losses = [*LOSSES[:3], first_loss, *LOSSES[4:]]
    story = Recovery().attempt_from(None).trains(3).killed().attempt_from(2).trains(2, losses=losses)
    return story.group_ended().ended()


def test_a_loss_that_goes_on_passes() -> None:
    judgement = judge(recovered().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence[0] == "attempt 2, rank 0: loss 2.88 at the checkpoint, then 1.73"


def test_a_loss_that_jumps_up_fails() -> None:
    judgement = judge(restarted(8.0))
    assert judgement.outcome == "failed"
    assert judgement.sentence == (
        "On rank 0 loss was 2.88 at the checkpoint and 8 in the first report of attempt 2; expected was 0.864 to 4.32."
    )


def test_a_loss_that_falls_far_faster_than_before_fails() -> None:
    assert judge(restarted(0.8)).outcome == "failed"


def test_a_loss_a_little_higher_passes() -> None:
    assert judge(restarted(4.0)).outcome == "passed"


def test_no_observed_reports_never_pass() -> None:
    assert judge(Story().ended()).outcome == "not_judged"
    story = Recovery().attempt_from(None).trains(3).killed().attempt_from(2).group_ended()
    assert judge(story.ended()).outcome == "failed"


def test_a_loss_that_is_no_number_fails() -> None:
    assert judge(restarted(float("nan"))).outcome == "failed"
