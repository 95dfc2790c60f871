"""The loop made a process group that Ray Train had made."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_TWICE = re.compile(
    r"(?:initialize|init) the default process group twice|trying to initialize the default process group"
)


class ProcessGroupTwice(KnownError):
    """Ray Train sets the default process group up before it calls the loop."""

    id: ClassVar[str] = "process_group_twice"
    order: ClassVar[int] = 432

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if _TWICE.search(error.message) is None:
            return None
        where = error.where
        return Known(
            title=f"Line {where.line} makes the process group again" if where else "The process group was made twice",
            what_happened=(
                "Ray Train has made it before the loop began, with an address and a port that all ranks know."
            ),
            mend="Leave `init_process_group` out, and `destroy_process_group` with it.",
            rules=("RTL141",),
        )
