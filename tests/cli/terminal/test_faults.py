"""A fault in one line of the terminal."""

from __future__ import annotations

import pytest

from allranks.cli.terminal.faults import fault_line
from allranks.protocol import FaultFailed, FaultInjected

KILLED = FaultInjected(attempt=2, rank=1, action="kill", by="plan", reports=8, seconds=0.0)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (KILLED, "fault: rank 1 killed by the plan, after 8 reports in attempt 2"),
        (
            KILLED.model_copy(update={"action": "slow", "by": "person", "seconds": 0.5, "reports": 1}),
            "fault: rank 1 slowed by 0.5 s a report on request, after 1 report in attempt 2",
        ),
        (
            KILLED.model_copy(update={"action": "pause", "seconds": 3.0}),
            "fault: rank 1 paused for 3 s by the plan, after 8 reports in attempt 2",
        ),
        (
            FaultFailed(rank=7, action="kill", by="plan", reason="the run ended before it was due"),
            "fault: kill of rank 7 did not happen: the run ended before it was due",
        ),
    ],
)
def test_a_line_says_what_when_and_why_not(event: FaultInjected | FaultFailed, line: str) -> None:
    assert fault_line(event) == line
