"""A part of the model was asked of its wrapper."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_WRAPPER = re.compile(r"'(DistributedDataParallel|FullyShardedDataParallel)' object has no attribute '(\w+)'")


class WrapperAttribute(KnownError):
    """What `prepare_model` gives back is DistributedDataParallel with several ranks; it has `forward`, and the model
    below."""

    id: ClassVar[str] = "wrapper_attribute"
    order: ClassVar[int] = 446

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _WRAPPER.search(error.message)
        if found is None:
            return None
        where = error.where
        at = f" at line {where.line}" if where else ""
        return Known(
            title=f"{found[2]} was asked of the wrapper of the model{at}",
            what_happened=(
                f"`prepare_model` puts the model into {found[1]} when there are several ranks. The wrapper has no "
                f"`{found[2]}`: that is a part of the model inside, which is its `.module`. With one worker nothing is "
                "wrapped, so it works there."
            ),
            mend=(
                f"Reach it as `model.module.{found[2]}`, but only to look at it or to save it. A forward pass has to "
                "go through the wrapper, or gradients are not averaged."
            ),
            sketch="bare = model.module if isinstance(model, DistributedDataParallel) else model\n",
            rules=("RTL158", "RTL149"),
        )
