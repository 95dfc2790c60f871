"""What each rank wrote."""

from __future__ import annotations

from .observed import Observed
from .ranks import first_line

_KEPT = 200_000


def log_of(observed: Observed, rank: int | None, *, own: bool = False) -> str:
    """All that a rank wrote in the last attempt, or the driver in all of them; with Ray's and torch's words, unless
    only its `own` code's are wanted. Cut at the front where it is long."""
    text = "".join(
        log.text
        for log in observed.logs
        if log.rank == rank
        and (log.origin == "program" or (log.origin == "ray" and not own))
        and (rank is None or log.attempt in (None, observed.attempt))
    )
    return text[-_KEPT:]


def last_line(observed: Observed, rank: int) -> str | None:
    """The last line that the learner's own code wrote on a rank."""
    lines = [
        line
        for log in observed.logs
        if log.rank == rank and log.attempt == observed.attempt and log.origin == "program"
        for line in log.text.splitlines()
        if line.strip()
    ]
    return first_line(lines[-1]) if lines else None
