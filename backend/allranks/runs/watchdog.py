"""Watches a run's events for the moment in which nothing goes on, and says why. It stops nothing."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from ..diagnosis import Explanation, Program, Watched, explain
from ..protocol import Event, Job, ProgressResumed, ProgressStopped

logger = logging.getLogger(__name__)

LOOKS = 10
"""In one pause: half a second by default, so the sentence comes at most so long after the pause."""
MOST = 60
"""Explanations of one run. One whose ranks wait at each step would fill its log."""
AGAIN_PAUSES = 0.4
"""Pauses between two explanations, at least: two seconds by default."""


@dataclass
class _Stop:
    """The stop that lasts."""

    attempt: int
    since: float
    told_at: float
    seen_at: float
    """When it was last found to be so."""
    explanation: Explanation


class Watchdog:
    """Beside one run. `take` gets each event with the host's time, `look` is called every `every_seconds`.

    What the ranks say of themselves is all it knows: nothing asks the sandbox. A run whose own events already say what
    stopped is a replay, and is left to its word.
    """

    def __init__(self, job: Job) -> None:
        self._pause = job.limits.pause_seconds
        self._idle_seconds = job.limits.idle_seconds
        self._watched = Watched(Program(job.source, job.file_name), self._pause)
        self._stop: _Stop | None = None
        self._told = 0
        self.every_seconds = self._pause / LOOKS
        self.given_up = False
        """It will say nothing more."""

    def take(self, event: Event, at: float) -> None:
        """Take in an event that was recorded at `at`, in unix seconds."""
        if isinstance(event, ProgressStopped | ProgressResumed):
            self.given_up = True
        else:
            self._watched.take(event, at)

    def look(self, now: float) -> list[Event]:
        """What is to be recorded now."""
        if self.given_up:
            return []
        if self._stop is not None and self._stop.attempt != self._watched.attempt and self._watched.ranks:
            self._stop = None  # whatever it was, it ended with its attempt
        resumed = self._resumed(now)
        if self._watched.waiting_since(now) < self._pause:
            return resumed
        explanation = explain(self._watched.standing(now))
        if explanation is None:
            return resumed
        if self._stop is not None and _said(self._stop.explanation) == _said(explanation):
            self._stop.seen_at = now
            return resumed
        if not self._is_due(now):
            return resumed
        since = self._since(explanation) if self._stop is None else self._stop.since
        self._stop = _Stop(self._watched.attempt, since, now, now, explanation)
        self._told += 1
        stopped = ProgressStopped(
            attempt=self._watched.attempt,
            since=since,
            ranks=list(explanation.ranks),
            hang=explanation.hang,
            diagnosis=explanation.diagnosis,
        )
        return [*resumed, stopped]

    def overdue(self, now: float) -> str | None:
        """The sentence with which a run ends that has hung for too long; None while it may go on."""
        stop = self._stop
        if stop is None or not stop.explanation.hang or now - stop.since < self._idle_seconds or self.given_up:
            return None
        if now - stop.seen_at > self._pause or (not self._watched.ranks and stop.explanation.ranks):
            return None  # it is no longer so, or the attempt is over and something else comes
        return (
            f"Stopped: nothing went on for {self._idle_seconds:g} seconds, the limit. "
            f"{stop.explanation.diagnosis.title}."
        )

    def _is_due(self, now: float) -> bool:
        again = self._stop is None or now - self._stop.told_at >= AGAIN_PAUSES * self._pause
        return again and self._told < MOST

    def _since(self, explanation: Explanation) -> float:
        ranks = self._watched.ranks
        waiting = [ranks[rank].progressed_at for rank in explanation.ranks if rank in ranks and ranks[rank].waits]
        named = [ranks[rank].progressed_at for rank in explanation.ranks if rank in ranks and not ranks[rank].over]
        return max(waiting or named or [seen.progressed_at for seen in ranks.values()], default=self._watched.since)

    def _resumed(self, now: float) -> list[Event]:
        """All that were named and had not ended have made progress since the last word."""
        stop = self._stop
        if stop is None or stop.attempt != self._watched.attempt:
            return []
        ranks = self._watched.ranks
        named = [ranks[rank] for rank in stop.explanation.ranks if rank in ranks]
        if not stop.explanation.ranks:
            named = list(ranks.values())
        went_on = [seen for seen in named if seen.progressed_at > stop.told_at and seen.failure is None]
        left = [seen for seen in named if seen not in went_on and not seen.over]
        if not went_on or left:
            return []
        self._stop = None
        return [ProgressResumed(attempt=stop.attempt, seconds=max(0.0, now - stop.since))]


def _said(explanation: Explanation) -> tuple[object, ...]:
    where = explanation.diagnosis.where
    line = where.line if where is not None and explanation.hang else 0
    return (explanation.diagnosis.cause, explanation.hang, explanation.ranks, line)
