"""The loop, or what it uses, is too large to be sent to the workers."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_LARGE = re.compile(
    r"is too large \(\d+ MiB|FUNCTION_SIZE_ERROR_THRESHOLD|Sent message larger than max|message larger than max"
)
_SIZE = re.compile(r"\((\d+) MiB")


class TooLargeToSend(KnownError):
    """A dataset or a model that the loop takes from the file around it travels with it, once for each worker."""

    id: ClassVar[str] = "too_large_to_send"
    order: ClassVar[int] = 452

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if _LARGE.search(error.message) is None:
            return None
        size = _SIZE.search(error.message)
        return Known(
            title="The training loop carries too much with it to be sent",
            what_happened=(
                "Ray copies the loop, with all that it uses of the file around it, to every worker"
                + (f": {size[1]} MiB here." if size else ".")
                + " That is for code and a few numbers, not for data."
            ),
            mend=(
                "Load or make the data inside the loop, or hand it over as a Ray dataset (`datasets=`) and take "
                "`get_dataset_shard`."
            ),
            sketch='TorchTrainer(..., datasets={"train": dataset})\n',
            rules=("RTL223", "RTL225"),
        )
