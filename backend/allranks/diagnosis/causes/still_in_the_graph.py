"""A tensor that is part of the graph was handed to numpy."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_GRAPH = "Can't call numpy() on Tensor that requires grad"
_DEVICE = "device type tensor to numpy"


class StillInTheGraph(KnownError):
    """numpy knows neither gradients nor GPUs."""

    id: ClassVar[str] = "still_in_the_graph"
    order: ClassVar[int] = 465

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or (_GRAPH not in error.message and _DEVICE not in error.message):
            return None
        device = _DEVICE in error.message
        return Known(
            title=f"Line {where.line} hands numpy a tensor "
            + ("that is not on the CPU" if device else "that is part of the graph"),
            what_happened=(
                "numpy has no GPU: a tensor has to be copied to the CPU first."
                if device
                else "numpy knows no gradients, so torch refuses to hand over a tensor that has some."
            ),
            mend="Detach it and copy it to the CPU first. For evaluation, compute under `torch.no_grad()`.",
            sketch="values = outputs.detach().cpu().numpy()\n",
        )
