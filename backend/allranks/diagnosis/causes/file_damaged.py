"""torch.load was given a file that torch.save did not write, or not to its end."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_DAMAGED = re.compile(
    r"Unsupported operand \d+|invalid load key|PytorchStreamReader failed|Ran out of input|pickle data was truncated"
    r"|failed finding central directory"
)
_LOADS = ("torch/serialization", "pickle")


class FileDamaged(KnownError):
    """Empty, cut off, or of another format. Torch's own words advise `weights_only=False`, which would not help."""

    id: ClassVar[str] = "file_damaged"
    order: ClassVar[int] = 443

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or _DAMAGED.search(error.message) is None or not error.passes(*_LOADS):
            return None
        return Known(
            title=f"Line {where.line} loads a file that torch cannot read",
            what_happened=(
                "Its content is not what `torch.save` writes, or not all of it: it is empty, was cut off, is of "
                "another format, or another rank was still writing it."
            ),
            mend=(
                "Look at its size and at who writes it. Where several ranks write to one name, let one rank write, and "
                "let the others wait for it before they read."
            ),
            sketch=(
                "if rank == 0:\n"
                "    torch.save(model.state_dict(), path)\n"
                "torch.distributed.barrier()  # on every rank\n"
                "state = torch.load(path)\n"
            ),
        )
