"""What the thread that trains is in, since when, and how long it was in what.

Observers say when that thread enters a call and leaves it; time is counted to the innermost. This is on the way of
every batch and step, so it reads a clock and writes a few attributes, takes no lock and makes no text: what a
collective works on is kept as it was given, and described (`collectives.py`) only when somebody looks.

One thread counts at a time: the one that sets up the process group, then the one that runs the loop. Calls in other
threads, as a program's own prefetching, say nothing of where the rank is.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

TRIES = 5
"""To read everything while the other thread changes nothing. The last try counts, whatever it reads."""
REMEMBERED = 128
"""Collectives that have returned, which on a GPU is when their work only begins."""


LEAST_SLICE = 0.005
"""Seconds of a slice of time while a rank is young; what changes faster is told together."""
SLICES_OF_A_LIFE = 1_000
"""A slice is at least its share of the rank's life so far, so that their number grows with the logarithm of time."""
EPSILON = 1e-7
SLICES_KEPT = 4_000
"""Until somebody takes them; then the oldest go."""


@dataclass(frozen=True)
class Slice:
    """Seconds by activity, from `began` by this process's clock until their sum is over."""

    began: float
    seconds: dict[str, float]


@dataclass(frozen=True)
class Call:
    """A collective that is going on, with the arguments it was given."""

    name: str
    sequence: int
    arguments: tuple[Any, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict)
    counted: bool = True


@dataclass(frozen=True)
class Made:
    """A counted collective that has returned, and when it was called, in unix nanoseconds."""

    name: str
    sequence: int
    began: int
    ended: int


@dataclass(frozen=True)
class Moment:
    """What there was to see at once."""

    activity: str
    seconds: float
    idle_seconds: float
    call: Call | None
    changes: int
    """Signs of progress so far: who sees the same number twice has seen none between."""


class MainThread:
    """The thread that trains, in this process."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.restart()

    def restart(self) -> None:
        """This process is a rank's from now on, which a fork of one that had imported this is much later."""
        self.thread = threading.get_ident()
        self.activity = "starting"
        self.since = self.progress = self.clock()
        self.call: Call | None = None
        self.made: deque[Made] = deque(maxlen=REMEMBERED)
        self._called = 0
        self.changes = self.collectives = self.batches = self.steps = self.backwards = 0
        self.in_loop = False
        self.slices: deque[Slice] = deque(maxlen=SLICES_KEPT)
        """Those that are over. Another thread may take them from the left."""
        self._began = self._slice_began = self.since
        self._slice_ends = self.since + LEAST_SLICE
        self._parts: dict[str, float] = {}
        """Of the slice that is not over, since somebody last asked what was spent."""
        self._before: dict[str, float] = {}
        """Of the same slice, before that."""
        self._spent: dict[str, float] = {}

    def enter(self, activity: str) -> str | None:
        """It is in `activity` now. What this returns is for `leave`: None in another thread, whose calls do not
        count."""
        if threading.get_ident() != self.thread:
            return None
        before = self.activity
        self._change(activity)
        return before

    def leave(self, before: str | None) -> None:
        """It is back in what it was in before."""
        if before is not None:
            self._change(before)

    def leave_waiting(self, before: str | None, waited: float) -> None:
        """`leave`, where the last `waited` seconds of it were spent in wait for other ranks."""
        if before is None:
            return
        now = self.clock()
        if waited > 0:
            self._change("collective", max(now - waited, self.since))
        self._change(before, now)

    def enter_unless(self, activity: str) -> str | None:
        """`enter`, but None when it is in `activity` already, so that the outermost of nested calls counts."""
        return None if self.activity == activity else self.enter(activity)

    def enter_collective(
        self,
        name: str,
        arguments: tuple[Any, ...] = (),
        keywords: dict[str, Any] | None = None,
        *,
        counted: bool = True,
    ) -> str | None:
        """A call that needs other ranks; None within another, which is that one's own way to work. One that is not
        `counted` has the number that the next one will have."""
        if self.activity == "collective" or threading.get_ident() != self.thread:
            return None
        before = self.activity
        self.collectives += counted
        self.call = Call(name, self.collectives + (not counted), arguments, keywords or {}, counted)
        self._called = time.time_ns() if counted else 0
        self._change("collective")
        return before

    def leave_collective(self, before: str | None) -> None:
        """The other ranks have come, or it was given up; on a GPU it may have been begun only."""
        if before is not None:
            if self._called and self.call is not None:
                self.made.append(Made(self.call.name, self.call.sequence, self._called, time.time_ns()))
            self.call = None
            self._change(before)

    def set_up(self) -> str | None:
        """This thread begins to set up the process group. None once the loop runs: that is a call of its own."""
        if self.in_loop:
            return None
        self.thread = threading.get_ident()
        return self.enter("process_group")

    def begin_loop(self) -> None:
        """The loop is about to be called, in this thread."""
        self.thread = threading.get_ident()
        self.in_loop = True
        self._change("loop")
        self._end_slices("loop", self.since, self.since)
        self._spent.clear()

    def end_loop(self, activity: str) -> None:
        """The loop has `returned` or `raised`."""
        self.call = None
        self._change(activity)
        self._end_slices(activity, self.since, self.since)
        self.thread = 0

    def took_batch(self) -> None:
        """A dataset gave a batch to the loop."""
        self.batches += 1

    def stepped(self) -> None:
        """An optimizer made a step."""
        if threading.get_ident() == self.thread:
            self.steps += 1
            self.changes += 1
            self.progress = self.clock()

    def take_spent(self) -> dict[str, float]:
        """Seconds by activity since the last time; what it is in now counts when it leaves."""
        self._fold()
        spent, self._spent = self._spent, {}
        return spent

    def look(self) -> Moment:
        """What it is in, for another thread."""
        for _ in range(TRIES):
            before = self.changes
            activity, since, progress, call = self.activity, self.since, self.progress, self.call
            if before == self.changes:
                break
        now = self.clock()
        call = call if activity == "collective" else None
        return Moment(activity, max(now - since, 0.0), max(now - progress, 0.0), call, before)

    def _change(self, activity: str, now: float | None = None) -> None:
        if now is None:
            now = self.clock()
        was, parts = self.activity, self._parts
        parts[was] = parts.get(was, 0.0) + now - self.since
        if now >= self._slice_ends:
            self._end_slices(was, self.since, now)
        self.activity = activity
        self.since = self.progress = now
        self.changes += 1

    def _end_slices(self, was: str, since: float, now: float) -> None:
        """The slice is over. What it was in last has one of its own if that was long enough."""
        self._fold()
        seconds, self._before = self._before, {}
        long = now - since
        if long >= self._slice_ends - self._slice_began and since > self._slice_began:
            left = seconds.pop(was) - long
            if left > EPSILON:
                seconds[was] = left
            self.slices.append(Slice(self._slice_began, seconds))
            self.slices.append(Slice(since, {was: long}))
        elif now > self._slice_began:
            self.slices.append(Slice(self._slice_began, seconds))
        self._slice_began = now
        self._slice_ends = now + max(LEAST_SLICE, (now - self._began) / SLICES_OF_A_LIFE)

    def _fold(self) -> None:
        for whole in (self._spent, self._before):
            for activity, seconds in self._parts.items():
                whole[activity] = whole.get(activity, 0.0) + seconds
        self._parts = {}


main = MainThread()
"""This process's."""
