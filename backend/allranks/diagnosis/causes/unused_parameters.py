"""DDP waits for gradients of parameters that the loss does not depend on."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_UNFINISHED = re.compile(r"Expected to have finished reduction in the prior iteration|find_unused_parameters=True")
_TWICE = re.compile(r"Expected to mark a variable ready only once|marked as ready twice")
_INDICES = re.compile(r"Parameter indices which did not receive grad for rank \d+: ([\d ,]+)")
_NAMES = re.compile(r"Parameters which did not receive grad for rank \d+: ([^\n]+)")


class UnusedParameters(KnownError):
    """DistributedDataParallel averages all gradients in each backward, and waits for one that never comes."""

    id: ClassVar[str] = "unused_parameters"
    order: ClassVar[int] = 410

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if _TWICE.search(error.message):
            return Known(
                title="A parameter got its gradient twice in one backward",
                what_happened=(
                    "DistributedDataParallel averages each parameter once in a backward. Here one was used by two "
                    "passes through checkpointed layers, or shared between forward passes that end in one backward."
                ),
                mend=(
                    "Go through the wrapped model once before each `backward()`; with gradient checkpointing use "
                    "`use_reentrant=False`, or `static_graph=True`."
                ),
                sketch='model = prepare_model(model, parallel_strategy_kwargs={"static_graph": True})\n',
            )
        if _UNFINISHED.search(error.message) is None or error.error_type != "RuntimeError":
            return None
        names = _NAMES.search(error.text)
        indices = _INDICES.search(error.text)
        which = f"without a gradient: {names[1].strip()[:200]}" if names else ""
        if not which and indices:
            which = f"without a gradient: number {indices[1].strip()[:100]} of model.parameters(), from 0"
        return Known(
            title="Some parameters of the wrapped model have no part in the loss",
            what_happened=(
                "DistributedDataParallel waits in `backward()` until each parameter's gradient has been averaged over "
                "the ranks. In the step before this one some parameters got none, as the forward pass did not use them."
            ),
            mend=(
                "Remove the layers that the forward pass does not use, or use their output in the loss. Where that "
                "changes from step to step, tell DDP to look for them, which costs a walk over the graph each time."
            ),
            sketch='model = prepare_model(model, parallel_strategy_kwargs={"find_unused_parameters": True})\n',
            evidence=(which,) if which else (),
            rules=("RTL156", "RTL157"),
        )
