"""A tensor that backward() needs was overwritten."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_CHANGED = "has been modified by an inplace operation"
_LEAF = "a leaf Variable that requires grad"


class ChangedInPlace(KnownError):
    """`+=`, `[...] =` and methods that end in `_` write into a tensor that the graph still has to read."""

    id: ClassVar[str] = "changed_in_place"
    order: ClassVar[int] = 451

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None:
            return None
        if _LEAF in error.message:
            return Known(
                title=f"Line {where.line} writes into a parameter that is being trained",
                what_happened="torch records what is done to a parameter, and cannot record that it is overwritten.",
                mend="Let the optimizer change it, or write under `torch.no_grad()`.",
                sketch="with torch.no_grad():\n    parameter.mul_(0.5)\n",
            )
        if _CHANGED not in error.message:
            return None
        return Known(
            title=f"backward() at line {where.line} needs a tensor that was overwritten after forward",
            what_happened=(
                "Some operations keep their input or output for the backward pass. One of those was changed in place "
                "in between: by `+=`, by an assignment to a part of it, by a method that ends in `_`, or by "
                "`optimizer.step()` before `backward()`."
            ),
            mend="Make a new tensor instead of changing the old one.",
            sketch="hidden = hidden + 1  # in place of: hidden += 1\n",
        )
