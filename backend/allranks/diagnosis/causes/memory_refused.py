"""An allocation failed: there was no memory for it."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.memory import memory_lines
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_CUDA = re.compile(r"CUDA out of memory|OutOfMemoryError: CUDA|CUDA error: out of memory")
_HOST = re.compile(
    r"DefaultCPUAllocator: (?:can't|not enough) (?:allocate )?memory"
    r"|[Uu]nable to allocate .* for an array|std::bad_alloc|Cannot allocate memory"
)
_RAY = re.compile(r"node running low on memory|memory usage threshold|OutOfMemoryError: Task was killed")
_WANTED = re.compile(r"tried to allocate ([\d.,]+ ?\w+)|allocate ([\d.,]+ ?\w+)", re.IGNORECASE)


class MemoryRefused(KnownError):
    """MemoryError, torch's allocator, CUDA's, or Ray's own guard against a full node."""

    id: ClassVar[str] = "memory_refused"
    order: ClassVar[int] = 436

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        said = f"{error.error_type}: {error.message}"
        cuda, ray = _CUDA.search(said), _RAY.search(said)
        if not (cuda or ray or _HOST.search(said) or error.error_type == "MemoryError"):
            return None
        wanted = _WANTED.search(error.message)
        amount = wanted[1] or wanted[2] if wanted else None
        where = error.where
        at = f" at line {where.line}" if where else ""
        return Known(
            title=f"There was not enough {'GPU memory' if cuda else 'memory'}{at}",
            what_happened=(
                (f"It asked for {amount} more than was free. " if amount else "")
                + ("Ray ended the worker to protect the node from running out of memory. " if ray else "")
                + "Each rank holds its own model, gradients, optimizer state and batch, so N ranks on a machine need N "
                "times as much."
            ),
            mend=(
                "Make the batch smaller, or use fewer ranks. If memory grows from step to step, look for tensors kept "
                "with their graph: add up `loss.item()`, not `loss`."
            ),
            evidence=memory_lines(observed),
            rules=("RTL145",),
        )
