"""The kind `resumed_at_checkpoint`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.resumed_at_checkpoint import ResumedAtCheckpoint
from recovery_stories import Recovery, recovered
from stories import Story


def judge(story: Story) -> Judgement:
    return ResumedAtCheckpoint(metric="epoch").judge(Observed(story.records()))


def killed_once() -> Recovery:
    return Recovery().attempt_from(None).trains(3).killed()


def test_going_on_one_after_the_checkpoint_passes() -> None:
    judgement = judge(recovered().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence[0] == "attempt 2, rank 0: loaded checkpoint_2, first epoch 3"


def test_beginning_at_nought_again_fails() -> None:
    judgement = judge(killed_once().attempt_from(2, first=0).trains(3).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == (
        "The latest checkpoint was saved at epoch 2, and attempt 2 began on rank 0 with epoch 0; expected was 3."
    )


def test_making_the_checkpoints_epoch_again_fails() -> None:
    judgement = judge(killed_once().attempt_from(2, first=2).trains(3).group_ended().ended())
    assert "began on rank 0 with epoch 2; expected was 3" in judgement.sentence


def test_the_first_of_two_restarts_counts_as_well() -> None:
    story = killed_once().attempt_from(2, first=0).trains(2).killed().attempt_from(1).trains(2).group_ended()
    assert "attempt 2 began" in judge(story.ended()).sentence


def test_a_rank_that_never_asks_fails() -> None:
    judgement = judge(killed_once().attempt_from(2, loads=[0]).trains(1).group_ended().ended())
    assert judgement.sentence == "Rank 1 never called get_checkpoint in attempt 2."
    assert judgement.outcome == "failed"


def test_an_older_checkpoint_fails() -> None:
    judgement = judge(killed_once().attempt_from(1, first=3).trains(1).group_ended().ended())
    assert judgement.sentence == "In attempt 2 rank 0 began from checkpoint_1; the latest checkpoint was checkpoint_2."


def test_no_checkpoint_at_all_fails() -> None:
    story = Recovery().attempt_from(None).trains(3, saves=False).killed().attempt_from(None).trains(1).group_ended()
    assert judge(story.ended()).sentence == "Attempt 2 had no checkpoint to begin from."


def test_a_checkpoint_without_the_metric_fails() -> None:
    check = ResumedAtCheckpoint(metric="step")
    judgement = check.judge(Observed(recovered().ended().records()))
    assert judgement.sentence == "The report that came with the latest checkpoint has no number step."


def test_without_a_further_attempt_there_is_nothing_to_judge() -> None:
    judgement = judge(Recovery().attempt_from(None).trains(3).group_ended().ended())
    assert judgement.outcome == "not_judged"


def test_no_observed_reports_never_pass() -> None:
    assert judge(Story().ended()).outcome == "not_judged"
    judgement = judge(killed_once().attempt_from(2).group_ended().ended())
    assert (judgement.outcome, judgement.sentence) == ("failed", "Rank 0 made no report in attempt 2.")


def test_an_attempt_that_was_stopped_before_its_first_report_is_not_judged() -> None:
    assert judge(killed_once().attempt_from(2).ended("cancelled", None)).outcome == "not_judged"


def test_an_attempt_that_was_killed_before_its_first_report_is_passed_over() -> None:
    story = killed_once().attempt_from(2).killed().attempt_from(2).trains(2).group_ended()
    assert judge(story.ended()).outcome == "passed"
