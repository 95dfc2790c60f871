"""The program asked for input, and nobody can give it any."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised


class NobodyTypes(KnownError):
    """`input()` reads the standard input, which is empty for a driver that was not started in a terminal, and for
    every worker of Ray."""

    id: ClassVar[str] = "nobody_types"
    order: ClassVar[int] = 476

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.error_type != "EOFError" or "EOF when reading a line" not in error.message or where is None:
            return None
        return Known(
            title=f"Line {where.line} waits for somebody to type, and nobody can",
            what_happened=(
                "`input()` reads what is typed into a terminal. A run has none, and neither has a worker of Ray: what "
                "is there to read is empty."
            ),
            mend="Write the value into the file, or hand it to the loop by `train_loop_config`.",
            sketch='TorchTrainer(train_loop, train_loop_config={"epochs": 3}, scaling_config=scaling_config)\n',
        )
