"""The ranges of an exercise's planned faults, drawn anew for each run so that nobody can write a program for them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..protocol import PlannedFault

_FRESH = random.SystemRandom()


def draw(planned: Sequence[PlannedFault], source: random.Random = _FRESH) -> list[PlannedFault]:
    """One report out of each range. A rank that is missing stays so: the runner draws it once there are ranks."""
    return [
        fault.model_copy(
            update={"at_report": source.randint(fault.at_report, fault.at_report_to), "at_report_to": None}
        )
        if fault.at_report_to is not None
        else fault
        for fault in planned
    ]
