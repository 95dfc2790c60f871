"""A function of the training loop was called outside of it."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_OUTSIDE = re.compile(
    r"cannot be used outside of a Ray Train training function"
    r"|outside of (?:a|the) (?:Ray )?[Tt]rain(?:ing)? (?:function|session|worker)"
)


class OutsideTheLoop(KnownError):
    """`train.report`, `get_context` and the like belong to a worker; in the driver there is none."""

    id: ClassVar[str] = "outside_the_loop"
    order: ClassVar[int] = 428

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if _OUTSIDE.search(error.message) is None:
            return None
        where = error.where
        at = f"Line {where.line}" if where else "The program"
        return Known(
            title=f"{at} calls a function of the training loop outside of it",
            what_happened=(
                "It runs in the driver, where the file itself runs; there is no rank there. Only the function given to "
                "the trainer, and what it calls, runs on the ranks."
            ),
            mend="Move the call into the training loop; after `fit()`, take what you need from its result.",
            rules=("RTL315",),
        )
