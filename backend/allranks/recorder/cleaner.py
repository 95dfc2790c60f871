"""The end of `fit()` does not wait for a clock.

Ray Train's placement-group cleaner looks once a second whether the controller is still alive. Told to stop, it sits out
the rest of that second while `fit()` waits for it. Here being told wakes it; all else is as it was. The class is
private to Ray; where it is not as expected, nothing is changed.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import queue
import threading
from typing import Any

MODULE = "ray.train.v2._internal.execution.controller.placement_group_cleaner"
NEEDED = ("self._pg_queue.get(timeout=", "self._stop_event", "except queue.Empty")


class WakingQueue(queue.Queue[Any]):
    """A queue whose `get` also ends, as if its time were up, once `stopped` is set and `wake` called."""

    def __init__(self, stopped: threading.Event) -> None:
        super().__init__()
        self._stopped = stopped

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        with self.not_empty:
            self.not_empty.wait_for(lambda: self._qsize() or self._stopped.is_set(), timeout if block else 0)
            if not self._qsize():
                raise queue.Empty
            return self._get()

    def wake(self) -> None:
        """Let `get` look at `stopped` again."""
        with self.not_empty:
            self.not_empty.notify_all()


def install() -> str | None:
    """Change it in this process and those forked from it. Returns what is not as expected, or None."""
    try:
        cleaner: Any = importlib.import_module(MODULE).PlacementGroupCleaner
        source = inspect.getsource(cleaner._monitor_loop)
        real_init, real_stop = cleaner.__init__, cleaner._stop_monitor_thread
    except (ImportError, AttributeError, OSError):
        source = ""
    if any(part not in source for part in NEEDED):
        return "Ray Train's placement-group cleaner is another one than expected, so fit() may end a second later"

    @functools.wraps(real_init)
    def init(self: Any, *arguments: Any, **keywords: Any) -> None:
        real_init(self, *arguments, **keywords)
        self._pg_queue = WakingQueue(self._stop_event)

    @functools.wraps(real_stop)
    def stop(self: Any) -> Any:
        self._stop_event.set()
        self._pg_queue.wake()
        return real_stop(self)

    cleaner.__init__, cleaner._stop_monitor_thread = init, stop
    return None
