"""What the host lets in from a sandbox: known events, in bounds, and nothing else.

Everything on the socket is written by a process that runs a stranger's code. Kind, size, rate, count, numbers and text
are checked here. What is out of bounds is clamped where the rest of the event still says something (`cleaning`); what
fails is dropped and counted, and the count is an event too. Nothing that comes through is proof of anything: any of it
can be forged by the program.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from ...protocol import (
    ActivitiesTimed,
    CheckpointLoaded,
    CheckpointSaved,
    CheckpointUploaded,
    CommunicatorMismatched,
    Event,
    EventsDropped,
    Limits,
    LogWritten,
    MetricsReported,
    ModelPrepared,
    PhaseChanged,
    ProgramFailed,
    RankSampled,
    RowsRead,
    StepsObserved,
    TimeSpent,
    TrainingBegan,
    WorkerFailed,
    WorkerGroupEnded,
    WorkerGroupStarted,
    WorkersRequested,
)
from . import cleaning, moments
from .token_bucket import TokenBucket

FromSandbox = Annotated[
    PhaseChanged
    | WorkersRequested
    | WorkerGroupStarted
    | WorkerGroupEnded
    | ModelPrepared
    | MetricsReported
    | RowsRead
    | StepsObserved
    | TrainingBegan
    | TimeSpent
    | ActivitiesTimed
    | RankSampled
    | CommunicatorMismatched
    | CheckpointLoaded
    | CheckpointUploaded
    | CheckpointSaved
    | LogWritten
    | WorkerFailed
    | ProgramFailed
    | EventsDropped,
    Field(discriminator="kind"),
]
_ADAPTER: TypeAdapter[Event] = TypeAdapter(FromSandbox)
RANKS = 256
ATTEMPTS = 10_000
METRIC_NAMES = 512
"""Of one run. The page keeps a column for each."""
RECORDED_BYTES = 64 * 2**20
"""Of all events of one run but log text, which has its own limit. A run of the most events has about as much."""
FAILURES = 10_000
"""So many failed ranks are remembered, so that each is told once."""
NOT_SENT = "the sandbox could not send them"
CONNECTIONS_PER_SECOND = 50.0
CONNECTION_BURST = 500
REASONS = 20
HARD_OUTPUT_FACTOR = 8
STORAGE_FOLDERS = 4
"""One for each `fit()`; the host looks into no more."""


class Intake:
    """Turns lines and log text into events within a job's limits. Nothing here waits or raises."""

    def __init__(self, limits: Limits, hidden: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """`hidden` is the run's own folder with its last slash; it is cut from log text, so that paths read as in a
        terminal and do not change from run to run."""
        self._limits = limits
        self._hidden = hidden
        self._bucket = TokenBucket(limits.events_per_second, limits.event_burst, clock)
        self._connections = TokenBucket(CONNECTIONS_PER_SECOND, CONNECTION_BURST, clock)
        self._metric_names: set[str] = set()
        self._events = 0
        self._bytes = 0
        self._output = 0
        self._said_output = False
        self._dropped: dict[str, int] = {}
        self._failed: set[tuple[int, int]] = set()
        self.ready: deque[Event] = deque()
        self.storage: list[str] = []
        """Folders that checkpoints were said to lie in, as the program's processes see them."""

    def begin(self, limits: Limits) -> None:
        """A job was handed out: from here on its own limits hold."""
        self._limits = limits

    @property
    def output_exceeded(self) -> bool:
        """True once the program has written so much more than it may that it should be ended."""
        return self._output > HARD_OUTPUT_FACTOR * self._limits.output_bytes

    @property
    def output_full(self) -> bool:
        """True once no more log text is let in: what follows need not be looked at."""
        return self._said_output

    def admit_connection(self) -> bool:
        """Whether one more connection may be read; counted when not."""
        if self._connections.take():
            return True
        self.drop(f"connections faster than {CONNECTIONS_PER_SECOND:.0f} a second")
        return False

    def line(self, line: bytes) -> bool:
        """One line from an event connection. False when it came too fast, and so would what comes right after it."""
        if len(line) > self._limits.event_bytes:
            self.drop(f"an event was larger than {self._limits.event_bytes} bytes")
            return True
        if not self._bucket.take(1 + len(line) // 1024):
            self.too_fast(1)
            return False
        self._bytes += len(line)
        if self._bytes > RECORDED_BYTES:
            self.drop(f"events past the limit of {RECORDED_BYTES} bytes")
            return True
        try:
            self._let_in(self._understood(line))
        except (ValueError, RecursionError):
            self.drop("an event was not understood")
        return True

    def too_fast(self, count: int) -> None:
        """Count events that came faster than they may, and were not looked at."""
        if count:
            self.drop(f"events faster than {self._limits.events_per_second:.0f} a second", count)

    def _let_in(self, event: Event) -> None:
        rank, attempt = getattr(event, "rank", None), getattr(event, "attempt", None)
        if isinstance(event, LogWritten):
            self.log([event.model_copy(update={"origin": "playground"})])
        elif isinstance(event, EventsDropped):
            self.drop(NOT_SENT, max(1, min(event.count, 10**9)))
        elif not (rank is None or 0 <= rank < RANKS):
            self.drop(f"a rank was not between 0 and {RANKS - 1}")
        elif not (attempt is None or 0 < attempt <= ATTEMPTS):
            self.drop(f"an attempt was not between 1 and {ATTEMPTS}")
        elif isinstance(event, WorkerFailed) and (event.attempt, event.rank) in self._failed:
            pass  # the rank itself said it first, with its traceback; Ray's controller says it again
        else:
            if isinstance(event, WorkerFailed) and len(self._failed) < FAILURES:
                self._failed.add((event.attempt, event.rank))
            if isinstance(event, ActivitiesTimed):
                event = moments.in_the_past(event, time.time())
            self._add(event)

    def log(self, events: list[LogWritten]) -> None:
        """Log text, already cut to events."""
        for event in events:
            text = cleaning.text(event.text)
            if self._hidden and self._hidden in text:
                text = text.replace(self._hidden, "")
            if text != event.text or not (event.rank is None or 0 <= event.rank < RANKS):
                rank = event.rank if event.rank is None or 0 <= event.rank < RANKS else None
                event = event.model_copy(update={"text": text, "rank": rank})
            self._output += len(event.text.encode("utf-8", "replace"))
            if self._output <= self._limits.output_bytes:
                self._add(event)
                continue
            self.drop(f"output past the limit of {self._limits.output_bytes} bytes")
            if not self._said_output:
                self._said_output = True
                text = (
                    f"Output limit: the program wrote more than {self._limits.output_bytes:,} bytes; the rest is cut.\n"
                )
                self.ready.append(LogWritten(attempt=None, rank=None, stream="stdout", origin="playground", text=text))

    def lose_output(self, size: int) -> None:
        """Count `size` bytes of log text that came when no more was let in."""
        if not size:
            return
        self._output += size
        self.drop(f"output past the limit of {self._limits.output_bytes} bytes")

    def drop(self, reason: str, count: int = 1) -> None:
        """Count something that was not let in. `reason` is always of ours: a program must not choose what is told."""
        if reason in self._dropped or len(self._dropped) < REASONS:
            self._dropped[reason] = self._dropped.get(reason, 0) + count

    def take_drops(self) -> None:
        """Make the counts so far into events."""
        for reason, count in self._dropped.items():
            self.ready.append(EventsDropped(count=count, reason=reason))
        self._dropped.clear()

    def _understood(self, line: bytes) -> Event:
        value = cleaning.parse(line)
        if type(value) is not dict:
            raise ValueError("an event is an object")
        fields, lost = cleaning.clean(value)
        if lost:
            self.drop(f"a report had more than {cleaning.KEYS} metrics", lost)
        metrics = fields.get("metrics")
        if type(metrics) is dict and not metrics.keys() <= self._metric_names:
            fields["metrics"] = self._named(metrics)
        event = _ADAPTER.validate_python(fields)
        if isinstance(event, CheckpointSaved):
            self._claim(fields.get("storage"))
        return event

    def _claim(self, storage: object) -> None:
        if type(storage) is str and storage not in self.storage and len(self.storage) < STORAGE_FOLDERS:
            self.storage.append(storage)

    def _named(self, metrics: dict[str, Any]) -> dict[str, Any]:
        for name in metrics:
            if len(self._metric_names) >= METRIC_NAMES:
                break
            self._metric_names.add(name)
        kept = {name: value for name, value in metrics.items() if name in self._metric_names}
        if len(kept) < len(metrics):
            self.drop(f"the run named more than {METRIC_NAMES} metrics", len(metrics) - len(kept))
        return kept

    def _add(self, event: Event) -> None:
        self._events += 1
        if self._events > self._limits.events:
            self.drop(f"events past the limit of {self._limits.events}")
            return
        self.ready.append(event)
