"""The kind `world_size`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.world_size import WorldSize
from stories import Story


def judge(story: Story, world_size: int = 4) -> Judgement:
    return WorldSize(world_size=world_size).judge(Observed(story.records()))


def test_four_ranks_in_four_processes_pass() -> None:
    judgement = judge(Story().group(4).group_ended().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence[3] == "rank 3: process 1003 on 127.0.0.1, cpu"


def test_two_ranks_fail_with_both_numbers() -> None:
    judgement = judge(Story().group(2).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "The worker group had 2 ranks; expected were 4."


def test_ranks_in_one_process_fail() -> None:
    assert judge(Story().group(4, shared_process=True).ended()).outcome == "failed"


def test_the_last_group_counts() -> None:
    assert judge(Story().group(4).group(3).group_ended().ended(), world_size=3).outcome == "passed"


def test_seen_is_seen_even_when_the_run_is_stopped_later() -> None:
    assert judge(Story().group(4).ended("cancelled")).outcome == "passed"


def test_no_group_fails_a_program_that_ended_well() -> None:
    judgement = judge(Story().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "No worker group was started."


def test_no_group_is_not_judged_when_the_run_was_stopped() -> None:
    judgement = judge(Story().ended("cancelled"))
    assert judgement.outcome == "not_judged"
    assert "stopped on request" in judgement.sentence
