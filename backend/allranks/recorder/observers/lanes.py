"""What a rank was in, on the time axis: told with reports and when its loop is over. `sampling.py` does it between."""

from __future__ import annotations

from .. import activity, timing
from ..rank import Rank


def observe(rank: Rank) -> None:
    """Nothing to do: the other observers say what it is in."""


def before_report(rank: Rank) -> None:
    """Say what it was in until now, unless that was said a moment ago."""
    timing.tell(rank, activity.main)


def after_loop(rank: Rank) -> None:
    """Say all that is left."""
    timing.tell(rank, activity.main, now=True)
