"""How long a thread was ready to run while the machine ran others.

A thread that got no turn uses no CPU, as one that sleeps. On a busy machine only this tells the two apart. Linux counts
it: https://docs.kernel.org/scheduler/sched-stats.html, `/proc/<pid>/schedstat`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

TASKS = Path("/proc/self/task")


class Starving:
    """Of one thread of this process, from one look to the next."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, tasks: Path = TASKS) -> None:
        self._clock = clock
        self._tasks = tasks
        self._thread = self._native = 0
        self._at = self._waited = 0.0

    def percent(self, thread: int) -> float:
        """Of the time since the last look at the thread of this identifier; 0 at the first, and where nobody counts."""
        now = self._clock()
        if thread != self._thread:
            self._thread, self._native, self._at = thread, _native(thread), 0.0
        waited = self._read()
        took, self._at = now - self._at if self._at else 0.0, now
        fresh, self._waited = waited - self._waited, waited
        return min(max(100 * fresh / took, 0.0), 100.0) if took > 0 else 0.0

    def _read(self) -> float:
        try:
            return int((self._tasks / str(self._native) / "schedstat").read_text().split()[1]) / 1e9
        except (OSError, ValueError, IndexError):
            return 0.0


def _native(thread: int) -> int:
    return next((one.native_id or 0 for one in threading.enumerate() if one.ident == thread), 0)
