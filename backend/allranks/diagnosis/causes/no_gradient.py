"""backward() was called on something that no parameter is part of."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NONE = re.compile(r"does not require grad and does not have a grad_fn|doesn't have any parameters? that require")
_TWICE = re.compile(r"Trying to backward through the graph a second time")


class NoGradient(KnownError):
    """The loss was detached, made of numbers, or computed under `no_grad()`; or nothing of the model is trainable."""

    id: ClassVar[str] = "no_gradient"
    order: ClassVar[int] = 450

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        at = f" at line {where.line}" if where else ""
        if _TWICE.search(error.message):
            return Known(
                title=f"backward(){at} goes through a graph that was used up",
                what_happened=(
                    "A backward pass frees the graph of its forward pass. Something of an earlier step is still part "
                    "of this loss: a running sum of losses, a hidden state, an output that was kept."
                ),
                mend="Keep numbers, not tensors: `loss.item()` for sums, `state.detach()` for what goes on.",
                sketch="loss.backward()\ntotal += loss.item()\n",
                rules=("RTL145",),
            )
        if _NONE.search(error.message) is None:
            return None
        return Known(
            title=f"Nothing that can be trained is part of what backward(){at} was called on"
            if "grad_fn" in error.message
            else "Nothing of the wrapped model can be trained",
            what_happened=(
                "Gradients flow back from the loss to parameters with `requires_grad`. This one leads to none: it was "
                "detached (`.item()`, `.detach()`, `no_grad()`), or all parameters are frozen."
            ),
            mend="Compute the loss from the model's output as it is, and leave some parameters to be trained.",
            rules=("RTL157", "RTL159"),
        )
