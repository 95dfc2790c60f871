"""torch.load refused a file that holds more than tensors."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_REFUSED = re.compile(r"Weights only load failed|weights_only")


class LoadRefused(KnownError):
    """Since torch 2.6 `torch.load` unpickles tensors and plain data only, unless it is told to trust the file."""

    id: ClassVar[str] = "load_refused"
    order: ClassVar[int] = 444

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if _REFUSED.search(error.message) is None or error.error_type == "TypeError":
            return None
        where = error.where
        at = f" at line {where.line}" if where else ""
        return Known(
            title=f"torch.load{at} refused a file that holds more than tensors",
            what_happened=(
                "Unpickling can run code that is in the file, so torch loads only tensors and plain containers of them "
                "by default. This file has objects of other classes in it: a whole model, or a configuration."
            ),
            mend=(
                "Save `model.state_dict()` and plain numbers, and load those. A file that you made yourself can be "
                "loaded with `weights_only=False`."
            ),
            sketch="torch.save(model.state_dict(), path)\nmodel.load_state_dict(torch.load(path))\n",
            rules=("RTL319", "RTL308"),
        )
