"""What can be planned, and what could never come."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from allranks.protocol import Fault, PlannedFault


def test_a_plan_needs_no_more_than_what_to_do() -> None:
    planned = PlannedFault(action="kill")
    assert (planned.rank, planned.attempt, planned.after_checkpoints, planned.at_report) == (None, 1, 0, 1)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"action": "kill", "at_report": 9, "at_report_to": 8}, "does not end before it begins, at 9"),
        ({"action": "slow"}, "seconds above 0"),
        ({"action": "resume"}, "a paused rank makes no report"),
        ({"action": "kill", "rank": 256}, "less than 256"),
        ({"action": "pause", "seconds": 61}, "less than or equal to 60"),
        ({"action": "pause", "seconds": float("nan")}, "finite"),
    ],
)
def test_what_could_never_come_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        PlannedFault.model_validate(fields)


def test_a_range_of_one_report_is_a_range() -> None:
    assert PlannedFault(action="kill", at_report=9, at_report_to=9).at_report_to == 9


def test_a_person_may_resume_and_take_a_delay_away() -> None:
    assert Fault(action="resume", rank=0).seconds == 0.0
    assert Fault(action="slow", rank=0, seconds=0.0).action == "slow"
