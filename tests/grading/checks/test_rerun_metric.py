"""The kind `rerun_metric`."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import ValidationError

from allranks.grading import Judgement, Observed
from allranks.grading.checks.rerun_metric import RerunMetric
from allranks.protocol import CheckpointReloaded, CheckpointsFound
from recovery_stories import LOSSES, Recovery
from stories import Story


def saved() -> Recovery:
    """Five checkpoints of which the last two lie in storage; rank 0 reported `LOSSES` with them."""
    story = Recovery().attempt_from(None).trains(5)
    story.group_ended()
    return story.found(3, 4)


def reloaded(
    loss: float | None = None, outcome: Literal["loaded", "refused", "not_tried"] = "loaded", sentence: str = ""
) -> Recovery:
    story = saved()
    numbers = {} if loss is None else {"loss": loss}
    event = CheckpointReloaded(name="checkpoint_4", outcome=outcome, numbers=dict(numbers), sentence=sentence)
    story.events.append(event)
    return story


def judge(story: Story, **parameters: Any) -> Judgement:
    check = RerunMetric(metric="loss", **(parameters or {"target": 0.02}))
    return check.judge(Observed(story.records()))


def test_a_value_below_the_target_passes() -> None:
    judgement = judge(reloaded(0.01).ended())
    assert judgement.outcome == "passed"
    assert "From the files of checkpoint_4 the server got loss 0.01, without your program" in judgement.sentence
    assert RerunMetric.basis == "rerun"


def test_a_value_above_the_target_fails_with_what_was_reported() -> None:
    judgement = judge(reloaded(0.5).ended())
    assert judgement.outcome == "failed"
    assert "expected was a value below 0.02" in judgement.sentence
    assert f"reported with it was {LOSSES[4]:.4g}" in judgement.sentence


@pytest.mark.parametrize(("loss", "outcome"), [(LOSSES[4] * 1.04, "passed"), (LOSSES[4] * 1.2, "failed")])
def test_a_tolerance_compares_with_what_was_reported(loss: float, outcome: str) -> None:
    assert judge(reloaded(loss).ended(), tolerance=0.05).outcome == outcome


def test_a_program_that_told_another_number_fails() -> None:
    story = saved()
    told = CheckpointReloaded(name="checkpoint_4", outcome="loaded", numbers={"accuracy": 1.0}, sentence="")
    story.events.append(told)
    assert judge(story.ended()).outcome == "failed"


def test_files_that_could_not_be_used_fail_with_the_reason() -> None:
    judgement = judge(reloaded(outcome="refused", sentence="the names have a prefix").ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence.endswith("could not use it: the names have a prefix.")


def test_what_the_server_could_not_do_is_nobodys_mistake() -> None:
    judgement = judge(reloaded(outcome="not_tried", sentence="no sandbox could be started for it").ended())
    assert (judgement.outcome, judgement.evidence) == ("not_judged", [])


def test_a_run_that_saved_nothing_had_nothing_to_open() -> None:
    story = Recovery().attempt_from(None).trains(5, saves=False)
    story.group_ended()
    assert "No checkpoint was saved" in judge(story.ended()).sentence


def test_a_checkpoint_that_was_claimed_and_does_not_lie_there_fails() -> None:
    story = Recovery().attempt_from(None).trains(5)
    story.group_ended()
    story.events.append(CheckpointsFound(checkpoints=[], refused=[]))
    judgement = judge(story.ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "No checkpoint that was saved lay in storage at the end."


@pytest.mark.parametrize("end", ["time_limit", "program_failed"])
def test_a_run_that_did_not_end_by_itself_is_not_judged(end: Any) -> None:
    assert judge(saved().ended(end)).outcome == "not_judged"


def test_it_has_to_ask_something() -> None:
    with pytest.raises(ValidationError, match="`target`"):
        RerunMetric(metric="loss")
