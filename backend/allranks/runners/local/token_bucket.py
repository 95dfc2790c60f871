"""How much a run may say at once, and how much a second."""

from __future__ import annotations

import time
from collections.abc import Callable


class TokenBucket:
    """Holds at most `burst` tokens and gains `per_second`; what is said costs some."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._filled = clock()

    def take(self, cost: float = 1.0) -> bool:
        """Pay `cost`, or say that there is not enough and take nothing."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._per_second)
        self._filled = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True
