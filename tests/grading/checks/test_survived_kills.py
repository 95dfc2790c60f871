"""The kind `survived_kills`."""

from __future__ import annotations

import pytest

from allranks.grading import Judgement, Observed
from allranks.grading.checks.survived_kills import NOT_DUE, SurvivedKills
from allranks.protocol import End
from recovery_stories import Recovery, recovered
from stories import Story


def judge(story: Story) -> Judgement:
    return SurvivedKills(kills=2).judge(Observed(story.records()))


def test_two_kills_and_a_run_to_its_end_pass() -> None:
    judgement = judge(recovered().ended())
    assert judgement.outcome == "passed"
    assert judgement.sentence == "2 kills, 3 attempts, and the training ran to its end."
    assert judgement.evidence == ["attempt 1: rank 1 killed at report 3", "attempt 2: rank 0 killed at report 2"]


def test_it_rests_on_what_the_host_saw() -> None:
    assert SurvivedKills.basis == "observed"


def test_a_kill_that_no_attempt_follows_fails() -> None:
    story = Recovery().attempt_from(None).trains(3).killed(1).raised("WorkerGroupError")
    judgement = judge(story.ended("program_failed", 1))
    assert judgement.outcome == "failed"
    assert "Rank 1 was killed in attempt 1, and no attempt 2 followed" in judgement.sentence


def test_only_the_first_kill_survived_fails() -> None:
    story = Recovery().attempt_from(None).trains(3).killed(1).attempt_from(2).trains(2).killed(0)
    assert "no attempt 3 followed" in judge(story.raised().ended("program_failed", 1)).sentence


def test_a_run_without_a_kill_fails_and_says_what_a_kill_waits_for() -> None:
    story = Recovery().attempt_from(None).trains(3, saves=False).not_killed(NOT_DUE).group_ended()
    judgement = judge(story.ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence.startswith("No rank was killed: a kill waits for a first checkpoint")


def test_a_kill_that_we_could_not_bring_about_is_not_held_against_the_program() -> None:
    story = Recovery().attempt_from(None).trains(3).not_killed("the process of rank 1 has ended already").group_ended()
    assert judge(story.ended()).outcome == "not_judged"


def test_an_exception_after_the_training_fails() -> None:
    judgement = judge(recovered().raised("TypeError").ended("program_failed", 1))
    assert judgement.outcome == "failed"


@pytest.mark.parametrize("end", ["cancelled", "server_stopped", "runner_failed"])
def test_a_run_that_was_stopped_after_a_kill_is_not_judged(end: End) -> None:
    story = Recovery().attempt_from(None).trains(3).killed(1)
    assert judge(story.ended(end, None)).outcome == "not_judged"


def test_nothing_seen_never_passes() -> None:
    assert judge(Story().ended()).outcome == "failed"
    story = Recovery().attempt_from(None).killed(1).attempt_from(None).killed(0).attempt_from(None).group_ended()
    judgement = judge(story.ended())
    assert (judgement.outcome, judgement.sentence) == ("failed", "No rank reported anything in the last attempt.")
