"""Forward and backward passes that an exception ended. One that the program catches is known to nobody else: the rank
goes on, without the all-reduce in which the others wait for it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from .tracebacks import PROGRAM_VARIABLE, lines_of

MESSAGE_CHARACTERS = 300


class Raising:
    """Of this process. Keeps texts and no exception, whose frames hold the tensors of the pass."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._count = 0
        self._last = 0.0
        self._first: dict[str, Any] = {}

    def note(self, activity: str, error: BaseException, frame: FrameType | None) -> None:
        """`error` leaves a pass that `frame` called. Raises nothing. The first of many is described, since the others
        may follow from it."""
        self._count += 1
        self._last = self._clock()
        if self._count > 1:
            return
        try:
            message = str(error)[:MESSAGE_CHARACTERS]
        except Exception:  # of the program's own class
            message = ""
        program = os.path.realpath(os.environ.get(PROGRAM_VARIABLE, ""))
        own = next((line for line in lines_of(frame, program) if line.own), None)
        self._first = {
            "activity": activity,
            "error_type": type(error).__name__,
            "message": message,
            "where": own.described() if own else None,
        }

    def described(self) -> dict[str, Any] | None:
        """The fields of a `PassRaised`; None while there was none."""
        if not self._first:
            return None
        return {**self._first, "count": self._count, "seconds_ago": max(self._clock() - self._last, 0.0)}


raising = Raising()
"""This process's."""
