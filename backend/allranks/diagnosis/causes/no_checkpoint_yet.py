"""The loop used a checkpoint that there was not."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NONE = re.compile(r"'NoneType' object has no attribute '(as_directory|to_directory|path|filesystem|get_metadata)'")
_TAKING = re.compile(r"get_checkpoint\(\)|\.checkpoint\b|checkpoint")


class NoCheckpointYet(KnownError):
    """`get_checkpoint()` gives None in the first attempt, and `result.checkpoint` is None where none was reported."""

    id: ClassVar[str] = "no_checkpoint_yet"
    order: ClassVar[int] = 442

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        used = _NONE.search(error.message)
        where = error.where
        if used is None or where is None or _TAKING.search(where.text) is None:
            return None
        if error.rank is None:
            return Known(
                title=f"Line {where.line} uses a checkpoint of the result, and there is none",
                what_happened="`result.checkpoint` is None when no report of the run had a checkpoint.",
                mend="Report a checkpoint in the loop, with `train.report(metrics, checkpoint=checkpoint)`.",
                rules=("RTL314",),
            )
        return Known(
            title=f"Line {where.line} uses a checkpoint, and there is none yet",
            what_happened=(
                "`get_checkpoint()` gives the latest checkpoint of the run after a restart. In the first attempt there "
                "is none, and it gives None."
            ),
            mend="Begin from the checkpoint only if there is one.",
            sketch=(
                "checkpoint = train.get_checkpoint()\n"
                "if checkpoint:\n"
                "    with checkpoint.as_directory() as folder:\n"
                "        ...\n"
            ),
            rules=("RTL316", "RTL317"),
        )
