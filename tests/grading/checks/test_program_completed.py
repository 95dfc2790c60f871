"""The kind `program_completed`."""

from __future__ import annotations

import pytest

from allranks.grading import Judgement, Observed
from allranks.grading.checks.program_completed import ProgramCompleted
from allranks.protocol import End
from stories import Story


def judge(story: Story) -> Judgement:
    return ProgramCompleted().judge(Observed(story.records()))


def test_a_program_that_ran_to_its_end_passes() -> None:
    judgement = judge(Story().ended())
    assert judgement.outcome == "passed"
    assert judgement.evidence == ["exit status 0"]


def test_an_exception_fails_with_its_line() -> None:
    judgement = judge(Story().raised("TypeError", line=31).ended("program_failed", 1))
    assert judgement.outcome == "failed"
    assert judgement.sentence == "The program ended with TypeError at line 31."
    assert judgement.evidence == ["TypeError: it is None"]


def test_a_bare_exit_status_fails_with_the_runs_own_sentence() -> None:
    judgement = judge(Story().ended("program_failed", 3))
    assert judgement.outcome == "failed"
    assert judgement.evidence == ["exit status 3"]


@pytest.mark.parametrize("end", ["cancelled", "server_stopped", "runner_failed", "time_limit", "output_limit"])
def test_a_program_that_was_stopped_is_not_judged(end: End) -> None:
    judgement = judge(Story().ended(end, None))
    assert judgement.outcome == "not_judged"
    assert f"The run ended: {end}." in judgement.sentence


def test_a_request_that_no_cluster_could_meet_fails() -> None:
    assert judge(Story().ended("impossible_request", None)).outcome == "failed"


def test_a_process_that_died_fails() -> None:
    assert judge(Story().ended("harness_lost", -9)).outcome == "failed"
