"""The kind `wasted_steps_within`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.wasted_steps_within import WastedStepsWithin
from recovery_stories import Recovery, recovered
from stories import Story


def judge(story: Story) -> Judgement:
    return WastedStepsWithin(reports=2).judge(Observed(story.records()))


def test_a_checkpoint_with_every_report_wastes_nothing() -> None:
    judgement = judge(recovered().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence[0] == "attempt 1: 0 reports after its last checkpoint"


def test_as_many_as_are_allowed_pass_and_one_more_fails() -> None:
    def lost(count: int) -> Judgement:
        story = Recovery().attempt_from(None).trains(2).trains(count, saves=False).killed().attempt_from(1).trains(3)
        return judge(story.group_ended().ended())

    assert lost(2).outcome == "passed"
    assert lost(3).outcome == "failed"
    assert lost(3).sentence == (
        "Attempt 1 lost 3 reports that came after its last checkpoint; expected were at most 2."
    )


def test_without_any_checkpoint_all_reports_are_lost() -> None:
    story = Recovery().attempt_from(None).trains(3, saves=False).killed().attempt_from(None).trains(1).group_ended()
    assert judge(story.ended()).outcome == "failed"


def test_what_the_last_attempt_did_not_save_is_not_lost() -> None:
    story = Recovery().attempt_from(None).trains(2).killed().attempt_from(1).trains(5, saves=False).group_ended()
    assert judge(story.ended()).outcome == "passed"


def test_no_observed_reports_never_pass() -> None:
    assert judge(Story().ended()).outcome == "not_judged"
    story = Recovery().attempt_from(None).killed().attempt_from(None).group_ended()
    assert judge(story.ended()).outcome == "failed"
