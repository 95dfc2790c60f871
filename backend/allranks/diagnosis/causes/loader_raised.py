"""A dataset of the learner's raised in a worker process of its DataLoader."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_CAUGHT = "in DataLoader worker process"


class LoaderRaised(KnownError):
    """`num_workers` above 0 reads in processes of their own. The rank that asked for the batch raises the error again,
    at the line of its loop; the line that is to be mended is in the dataset."""

    id: ClassVar[str] = "loader_raised"
    order: ClassVar[int] = 471

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or _CAUGHT in error.message or _CAUGHT not in error.text:
            return None
        if not error.passes("torch/utils/data/_utils"):
            return None
        return Known(
            title=f"{where.function} raised {error.error_type} at line {where.line}, in a worker of the DataLoader",
            what_happened=(
                "The loader has `num_workers` above 0: processes of their own read the rows, and the rank that asks "
                "for a batch gets their error."
            ),
            mend=(
                f"Mend line {where.line}. To see it at once, take the rows by hand before `fit()`, or set "
                "`num_workers=0` until it runs."
            ),
            sketch="for index in range(len(dataset)):\n    dataset[index]\n",
            where=where,
        )
