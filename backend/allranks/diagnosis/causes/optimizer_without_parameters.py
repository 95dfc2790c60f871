"""An optimizer was given nothing to change."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_EMPTY = "optimizer got an empty parameter list"
_NO_LIST = re.compile(r"'(\w+)' object is not iterable|params argument given to the optimizer should be an iterable")


class OptimizerWithoutParameters(KnownError):
    """The model itself in place of its parameters, layers in a plain list, a generator that was used before."""

    id: ClassVar[str] = "optimizer_without_parameters"
    order: ClassVar[int] = 455

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None:
            return None
        if _EMPTY in error.message:
            return Known(
                title=f"The optimizer at line {where.line} was given no parameters",
                what_happened=(
                    "torch finds the parameters of layers that are attributes of the module. Layers in a plain list or "
                    "dictionary are not found, and a generator of parameters that was read once is empty."
                ),
                mend="Keep the layers in a `torch.nn.ModuleList`, and call `model.parameters()` anew for each use.",
                sketch=(
                    "self.layers = torch.nn.ModuleList(layers)\n"
                    "optimizer = torch.optim.SGD(model.parameters(), lr=0.01)\n"
                ),
            )
        if _NO_LIST.search(error.message) is None or not error.passes("torch/optim/"):
            return None
        return Known(
            title=f"The optimizer at line {where.line} was given the model and not its parameters",
            what_happened="An optimizer changes the tensors that it is given, as a list or as a generator of them.",
            mend="Give it `model.parameters()`.",
            sketch="optimizer = torch.optim.SGD(model.parameters(), lr=0.01)\n",
        )
