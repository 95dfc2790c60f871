"""A layer was given to a module whose `__init__` had not run."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NOT_BEGUN = re.compile(r"cannot assign (?:module|parameters|buffers?) before Module\.__init__\(\) call")


class ModuleNotBegun(KnownError):
    """torch.nn.Module keeps its layers in tables, which its own `__init__` makes."""

    id: ClassVar[str] = "module_not_begun"
    order: ClassVar[int] = 447

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or _NOT_BEGUN.search(error.message) is None:
            return None
        return Known(
            title=f"The module was given a layer at line {where.line} before its __init__ had begun",
            what_happened="A module of torch notes each layer that it is given; what it notes it in is not there yet.",
            mend="Call `super().__init__()` first in the module's own `__init__`.",
            sketch="def __init__(self):\n    super().__init__()\n    ...\n",
        )
