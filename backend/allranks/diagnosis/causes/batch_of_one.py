"""A batch of one row met batch normalization."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_ONE = re.compile(r"Expected more than 1 value per channel when training")


class BatchOfOne(KnownError):
    """The last batch of an epoch holds what is left, and dividing the rows among ranks makes it smaller."""

    id: ClassVar[str] = "batch_of_one"
    order: ClassVar[int] = 448

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if _ONE.search(error.message) is None:
            return None
        return Known(
            title="A batch of one row met a batch normalization",
            what_happened=(
                "Batch normalization compares the rows of a batch, so it needs two. The last batch of an epoch holds "
                "the rest of a rank's rows, which is one here; another number of ranks leaves another rest."
            ),
            mend="Drop the last batch (`drop_last=True`), or choose a batch size that leaves a larger rest.",
            sketch="loader = DataLoader(rows, batch_size=32, shuffle=True, drop_last=True)\n",
        )
