"""asyncio was asked for the event loop of a thread that has none."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NONE = re.compile(r"no current event loop in thread|no running event loop")


class NoEventLoop(KnownError):
    """Ray Train calls the loop in a thread of the worker, and only the main thread gets an event loop by itself."""

    id: ClassVar[str] = "no_event_loop"
    order: ClassVar[int] = 477

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if error.error_type != "RuntimeError" or _NONE.search(error.message) is None:
            return None
        where = error.where
        at = f" line {where.line} asks for" if where else " was asked for"
        return Known(
            title=f"There is no event loop, which{at}",
            what_happened=(
                "Ray Train calls the training loop in a thread of its own, and asyncio makes an event loop for the "
                "main thread alone."
            ),
            mend="Run the coroutine by `asyncio.run(...)`, which makes a loop and ends it.",
            sketch="loss = asyncio.run(step(model))\n",
        )
