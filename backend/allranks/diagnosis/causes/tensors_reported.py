"""A tensor or a model was reported as a metric, or returned."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_REFUSED = re.compile(
    r"objects containing Torch tensors|containing (?:torch|Torch) (?:tensors|modules)|nn\.Module.* (?:metrics|return)",
    re.IGNORECASE,
)


class TensorsReported(KnownError):
    """Metrics travel to the controller, which cannot unpack a tensor; Ray Train refuses it on every rank."""

    id: ClassVar[str] = "tensors_reported"
    order: ClassVar[int] = 408

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if _REFUSED.search(error.message) is None or error.error_type not in {"ValueError", "TypeError"}:
            return None
        returned = "return" in error.message.lower() and "metric" not in error.message.lower()
        where = error.where
        at = f" at line {where.line}" if where else ""
        what = "The loop returned" if returned else "`train.report` was given"
        return Known(
            title=f"{what} a tensor{at}".replace("`train.report` was given", "train.report was given"),
            what_happened=(
                f"{what} an object with a torch tensor or a model in it. Metrics go to a process without the model's "
                "device, so Ray Train takes numbers, texts and lists of them only."
            ),
            mend=(
                "Turn a tensor of one value into a number by `.item()`, a longer one into a list by `.tolist()`. A "
                "model's weights belong in a checkpoint."
            ),
            sketch='train.report({"loss": loss.item()})\n',
            rules=("RTL144",),
        )
