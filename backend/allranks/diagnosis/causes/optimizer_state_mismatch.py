"""A saved optimizer does not fit the one that loads it."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_GROUPS = re.compile(
    r"loaded state dict (?:has a different number of parameter groups|contains a parameter group that doesn't match)"
)


class OptimizerStateMismatch(KnownError):
    """An optimizer's state goes by the order and the number of the parameters that it was made with."""

    id: ClassVar[str] = "optimizer_state_mismatch"
    order: ClassVar[int] = 413

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or _GROUPS.search(error.message) is None:
            return None
        return Known(
            title=f"The saved optimizer has other parameters than the one that line {where.line} loads it into",
            what_happened=(
                "An optimizer's state has no names: it belongs to the groups and the order of the parameters that the "
                "optimizer was made with. This one was made with others: a layer more or less, frozen parameters, "
                "groups of their own."
            ),
            mend=(
                "Make model and optimizer as they were when it was saved, then load both; or begin with a new "
                "optimizer and load the model alone."
            ),
        )
