"""The training loop needs more arguments than Ray Train gives."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_ARGUMENTS = re.compile(
    r"should take in 0 or 1 (?:required )?arguments|train_loop_per_worker.*(?:0 or 1|at most one) .*argument"
)
_MISSING = re.compile(r"(\w+)\(\) missing (\d+) required positional arguments?: (.+)")


class LoopSignature(KnownError):
    """Ray Train hands the loop one thing, the configuration, or nothing."""

    id: ClassVar[str] = "loop_signature"
    order: ClassVar[int] = 454

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        missing = _MISSING.search(error.message)
        of_the_loop = missing is not None and missing[1] in observed.program.loops()
        if _ARGUMENTS.search(error.message) is None and not of_the_loop:
            return None
        return Known(
            title="The training loop needs more arguments than Ray Train gives it",
            what_happened="It is called with the configuration alone, or with nothing if it has no parameter.",
            mend="Put all that the loop needs into `train_loop_config`, and take it from the one parameter.",
            sketch=('def train_loop(config):\n    epochs, lr = config["epochs"], config["lr"]\n'),
            rules=("RTL222",),
        )
