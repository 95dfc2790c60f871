"""Where a rank's main thread spent its time between two reports."""

from __future__ import annotations

from .. import activity
from ..rank import Rank


def observe(rank: Rank) -> None:
    """Nothing to do: the other observers say what it is in."""


def before_report(rank: Rank) -> None:
    """Say it."""
    spent = {name: round(seconds, 6) for name, seconds in activity.main.take_spent().items() if seconds > 0}
    rank.emit("time_spent", index=rank.reports, seconds=spent)
