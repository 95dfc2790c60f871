"""A worker process of a DataLoader went away, or raised."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_DIED = re.compile(r"DataLoader worker \(pid\(?s?\)? [\d, ]+\) (?:exited unexpectedly|is killed by signal: (\w+))")


class LoaderWorkerDied(KnownError):
    """`num_workers` processes load batches for each rank; their memory, and the shared memory they hand over in, add
    up."""

    id: ClassVar[str] = "loader_worker_died"
    order: ClassVar[int] = 437

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _DIED.search(error.message)
        if found is None:
            return None
        return Known(
            title="A loader's worker process died",
            what_happened=(
                "A DataLoader with `num_workers` above 0 loads in processes of its own, for every rank. One of them "
                + (f"was ended by {found[1]}" if found[1] else "went away")
                + ", which too little memory, full shared memory or a crash in the dataset's code does."
            ),
            mend=(
                "Set `num_workers=0` to see the error of the dataset itself, or take fewer workers and smaller batches."
            ),
            sketch="DataLoader(rows, batch_size=32, num_workers=0)\n",
        )
