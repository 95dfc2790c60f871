"""The training loop ended its process with sys.exit."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_STATUS_ZERO = ("", "0", "None")


class LoopExited(KnownError):
    """Ray Train runs the loop as a function. Leaving it by SystemExit is a failure, whatever the status."""

    id: ClassVar[str] = "loop_exited"
    order: ClassVar[int] = 416

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if error.error_type != "SystemExit" or error.rank is None:
            return None
        where = error.where
        at = f" at line {where.line}" if where else ""
        well = error.message.strip() in _STATUS_ZERO
        return Known(
            title=f"The loop was left by sys.exit{at}"
            + (", which counts as a failure even with status 0" if well else ""),
            what_happened=(
                "In a script `sys.exit()` ends the program. In a worker it is an exception, SystemExit, and Ray Train "
                "takes any exception of the loop for a failure of the rank: it ends the group, and tries again if "
                "`max_failures` allows."
            ),
            mend=(
                "Leave the loop by `return` when all went well."
                if well
                else "Raise an exception that says what went wrong; leave by `return` when nothing did."
            ),
            sketch="def train_loop(config):\n    ...\n    return\n",
            rules=("RTL110",),
        )
