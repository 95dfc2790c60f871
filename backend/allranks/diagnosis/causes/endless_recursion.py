"""A function calls itself without an end."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised


class EndlessRecursion(KnownError):
    """Python stops at a depth of about a thousand calls."""

    id: ClassVar[str] = "endless_recursion"
    order: ClassVar[int] = 467

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.error_type != "RecursionError" or where is None:
            return None
        return Known(
            title=f"{where.function} calls itself without an end, at line {where.line}",
            what_happened=(
                "Each call waits for the next one, and Python gives up at about a thousand. In a module's `forward`, "
                "`self(x)` is `forward` again; in `__getattr__`, so is every attribute that is not there."
            ),
            mend="Call what does the work (a layer of the module, say), or give the recursion a case in which it ends.",
        )
