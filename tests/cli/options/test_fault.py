"""`--fault`, read."""

from __future__ import annotations

import pytest

from allranks.cli.options import read_fault
from allranks.protocol import BadInput, PlannedFault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("kill rank=1 at-report=8", PlannedFault(action="kill", rank=1, at_report=8)),
        ("kill", PlannedFault(action="kill")),
        ("  kill   at-report=5-9 ", PlannedFault(action="kill", at_report=5, at_report_to=9)),
        (
            "raise attempt=2 after-checkpoints=1 rank=0",
            PlannedFault(action="raise", rank=0, attempt=2, after_checkpoints=1),
        ),
        ("slow rank=3 seconds=0.5", PlannedFault(action="slow", rank=3, seconds=0.5)),
        ("pause rank=3 seconds=2", PlannedFault(action="pause", rank=3, seconds=2.0)),
    ],
)
def test_a_fault_is_read(text: str, fault: PlannedFault) -> None:
    assert read_fault(text) == fault


@pytest.mark.parametrize(
    ("text", "came", "expected"),
    [
        ("", "''", "one of kill, raise, slow, pause, kill-node first"),
        ("rank=1 kill", "'rank=1'", "one of kill"),
        ("resume rank=1", "'resume'", "one of kill"),
        ("kill rank", "'rank'", "KEY=VALUE"),
        ("kill rnak=1", "'rnak=1'", "rank, attempt, after-checkpoints, at-report, seconds"),
        ("kill at_report=1", "'at_report=1'", "KEY=VALUE"),
        ("kill rank=one", "'rank=one'", "a whole number"),
        ("kill rank=1-2", "'rank=1-2'", "a whole number"),
        ("kill rank=-1", "'rank=-1'", "a whole number"),
        ("kill rank=999", "rank=999", "less than 256"),
        ("kill at-report=0", "at-report=0", "greater than or equal to 1"),
        ("kill at-report=9-5", "kill", "a range that does not end before it begins, at 9"),
        ("kill at-report=5..9", "'at-report=5..9'", "a range like 5-9"),
        ("kill rank=1 rank=2", "rank twice", "each key once"),
        ("kill at-report=1 at-report=2-3", "at-report twice", "each key once"),
        ("slow rank=1", "slow", "seconds above 0"),
        ("slow seconds=soon", "'seconds=soon'", "a number of seconds"),
        ("slow seconds=nan", "seconds=nan", "finite number"),
        ("slow seconds=61", "seconds=61.0", "less than or equal to 60"),
    ],
)
def test_what_cannot_be_used_is_named(text: str, came: str, expected: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_fault(text)
    assert caught.value.came == f"--fault {text!r}: {came}"
    assert expected in caught.value.expected
    assert "kill rank=1 at-report=8" in caught.value.todo
