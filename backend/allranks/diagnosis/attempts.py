"""The tries of a run, one after the other: what each ended in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from allranks.protocol import Frame, WorkerFailed

from .observed import Observed
from .ranks import first_line, line_of_death, lost_its_peer, named_error, own_frame, process_is_gone

_VARIES = re.compile(r"0x[0-9a-fA-F]+|\d+(?:\.\d+)?|/\S+|'[^']*tmp[^']*'")


@dataclass(frozen=True)
class Ending:
    """What a failed attempt ended in: of ranks that failed, the one that was not a consequence of another."""

    attempt: int
    rank: int
    said: str
    where: Frame | None
    kind: str
    """Equal for two attempts that failed the same way: numbers, addresses and paths are taken out."""


def endings(observed: Observed) -> list[Ending]:
    """One for each failed attempt, in order."""
    of_attempt: dict[int, list[WorkerFailed]] = {}
    for _, failure in (*observed.earlier_failures, *observed.worker_failures):
        of_attempt.setdefault(failure.attempt, []).append(failure)
    return [_ending(attempt, failures) for attempt, failures in sorted(of_attempt.items())]


def _ending(attempt: int, failures: list[WorkerFailed]) -> Ending:
    ordered = sorted(failures, key=lambda failure: (lost_its_peer(failure), failure.rank))
    # Which of several ranks is heard first is chance, so the least of the true causes stands for the attempt.
    first = min(
        (failure for failure in ordered if lost_its_peer(failure) == lost_its_peer(ordered[0])),
        key=lambda failure: (failure.error_type, failure.message, failure.rank),
    )
    where = own_frame(first.frames)
    if process_is_gone(first):
        return Ending(attempt, first.rank, f"the process died: {line_of_death(first.message)}", where, "died")
    message = first_line(_VARIES.sub("#", first.message))
    place = f"{where.line}" if where else ""
    return Ending(
        attempt,
        first.rank,
        named_error(first.error_type, first.message),
        where,
        f"{first.error_type}:{message}:{place}",
    )
