"""Times that a sandbox tells, held to what they can be: its clock is the host's, so nothing of it is yet to come."""

from __future__ import annotations

from ...protocol import SLICES_IN_A_PIECE, ActivitiesTimed

LONGEST_SECONDS = 86_400.0
"""No run lasts a day."""


def in_the_past(event: ActivitiesTimed, now: float) -> ActivitiesTimed:
    """`event` with its slices in the day before `now`, the host's unix seconds, and not more than a piece has."""
    slices, left = [], LONGEST_SECONDS
    for seconds in event.slices[:SLICES_IN_A_PIECE]:
        lasted = sum(seconds.values())
        if lasted > left:
            break
        slices.append(seconds)
        left -= lasted
    latest = now - (LONGEST_SECONDS - left)
    began = max(min(event.began, latest), now - LONGEST_SECONDS)
    if began == event.began and len(slices) == len(event.slices):
        return event
    return event.model_copy(update={"began": began, "slices": slices})
