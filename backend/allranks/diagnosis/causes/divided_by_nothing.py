"""A mean was taken of nothing."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised


class DividedByNothing(KnownError):
    """A count of batches that stayed 0: the share of this rank is empty, or smaller than one batch."""

    id: ClassVar[str] = "divided_by_nothing"
    order: ClassVar[int] = 453

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.error_type != "ZeroDivisionError" or where is None or error.rank is None:
            return None
        calls = [call for name in _READING for call in observed.program.calls(name)]
        if error.frames[0] != where or not calls:
            return None
        dropped = any(keyword.arg == "drop_last" for call in calls for keyword in call.keywords)
        return Known(
            title=f"Line {where.line} divides by 0: on this rank nothing was counted",
            what_happened=(
                "Each rank reads a part of the data alone. Where that part is empty, a loop over its batches has no "
                "rounds, and what is counted in it stays 0."
                + (" With `drop_last` it is so too where the part is smaller than one batch." if dropped else "")
            ),
            mend=(
                "Make the batches smaller than a rank's part of the data, or take fewer workers; and ask for the count "
                "before the division. All ranks still have to come to the same report."
            ),
            sketch="mean = total / count if count else 0.0\n",
        )


_READING = ("DataLoader", "get_dataset_shard", "iter_batches", "iter_torch_batches", "iter_rows")
