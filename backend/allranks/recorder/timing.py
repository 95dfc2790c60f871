"""Tells what the thread that trains was in, slice by slice (`activity.py`), for the rank's lane on the time axis.

The thread that trains does so with a report, the thread that samples once a second, so that a rank that stands still
or never reports has a lane too. Where both come at once the second goes away.
"""

from __future__ import annotations

import threading
import time

from .activity import MainThread
from .rank import Rank

SLICES_IN_A_PIECE = 200
"""As in `protocol/`, which a rank does not import: its classes would be in the memory of every process."""
SECONDS_BETWEEN_PIECES = 0.2
DIGITS = 5
"""Of a second. Slices are milliseconds and more."""

_lock = threading.Lock()
_told_at = 0.0


def tell(rank: Rank, main: MainThread, *, now: bool = False) -> None:
    """Say what is over and was not told, if that is worth an event: always when asked to do it `now`."""
    global _told_at
    at = main.clock()
    if not (now or at - _told_at >= SECONDS_BETWEEN_PIECES) or not _lock.acquire(blocking=False):
        return
    try:
        _told_at = at
        while main.slices:
            _tell_piece(rank, main, at)
    finally:
        _lock.release()


def _tell_piece(rank: Rank, main: MainThread, at: float) -> None:
    first = main.slices[0]
    pieces: list[dict[str, float]] = []
    while main.slices and len(pieces) < SLICES_IN_A_PIECE:
        rounded = {name: round(spent, DIGITS) for name, spent in main.slices.popleft().seconds.items()}
        pieces.append({name: spent for name, spent in rounded.items() if spent})
    rank.emit("activities_timed", began=round(time.time() - (at - first.began), DIGITS), slices=pieces)
