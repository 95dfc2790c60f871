"""A callback of the learner's raised in Ray Train's controller."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_CALLS = "callbacks/user_callback"


class CallbackRaised(KnownError):
    """Callbacks run in the controller, not on a rank. What one raises ends the run as a ControllerError and is never
    retried."""

    id: ClassVar[str] = "callback_raised"
    order: ClassVar[int] = 472

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.rank is not None or error.outermost or where is None or not error.passes(_CALLS):
            return None
        return Known(
            title=f"The callback {where.function} raised {error.error_type} at line {where.line}",
            what_happened=(
                "It runs in Ray Train's controller, a process beside the ranks. An error there ends the whole run, "
                "whatever `max_failures` says; the ranks did nothing wrong."
            ),
            mend=(
                f"Mend line {where.line}, and catch what may go wrong in a callback. `after_report` gets the metrics "
                "of all ranks as a list, one dictionary each."
            ),
            sketch=(
                "def after_report(self, run_context, metrics, checkpoint):\n"
                '    losses = [of_rank.get("loss") for of_rank in metrics]\n'
            ),
        )
