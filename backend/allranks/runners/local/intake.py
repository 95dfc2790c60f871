"""What the host lets in from a sandbox: known events, in bounds, and nothing else.

Everything on the socket is written by a process that runs a stranger's code. Kind, size, count and text are checked
here; what fails is dropped and counted, and the count is an event too.
"""

from __future__ import annotations

import json
from collections import deque
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from ...protocol import (
    CheckpointSaved,
    Event,
    EventsDropped,
    Limits,
    LogWritten,
    MetricsReported,
    ModelPrepared,
    PhaseChanged,
    ProgramFailed,
    WorkerFailed,
    WorkerGroupEnded,
    WorkerGroupStarted,
)

FromSandbox = Annotated[
    PhaseChanged
    | WorkerGroupStarted
    | WorkerGroupEnded
    | ModelPrepared
    | MetricsReported
    | CheckpointSaved
    | LogWritten
    | WorkerFailed
    | ProgramFailed
    | EventsDropped,
    Field(discriminator="kind"),
]
_ADAPTER: TypeAdapter[Event] = TypeAdapter(FromSandbox)
RANKS = 256
HARD_OUTPUT_FACTOR = 8


class Intake:
    """Turns lines and log text into events within a job's limits. Nothing here waits or raises."""

    def __init__(self, limits: Limits, hidden: str = "") -> None:
        """`hidden` is the run's own folder with its last slash; it is cut from log text, so that paths read as in a
        terminal and do not change from run to run."""
        self._limits = limits
        self._hidden = hidden
        self._events = 0
        self._output = 0
        self._said_output = False
        self._dropped: dict[str, int] = {}
        self._failed: set[tuple[int, int]] = set()
        self.ready: deque[Event] = deque()

    def begin(self, limits: Limits) -> None:
        """A job was handed out: from here on its own limits hold."""
        self._limits = limits

    @property
    def output_exceeded(self) -> bool:
        """True once the program has written so much more than it may that it should be ended."""
        return self._output > HARD_OUTPUT_FACTOR * self._limits.output_bytes

    def line(self, line: bytes) -> None:
        """One line from an event connection."""
        if len(line) > self._limits.event_bytes:
            self.drop(f"an event was larger than {self._limits.event_bytes} bytes")
            return
        try:
            event = _ADAPTER.validate_python(json.loads(line, parse_constant=_refuse))
        except (ValueError, ValidationError, RecursionError):
            self.drop("an event was not understood")
            return
        if isinstance(event, LogWritten):
            self.log([event.model_copy(update={"origin": "playground"})])
        elif isinstance(event, EventsDropped):
            self.drop(event.reason[:200], max(1, min(event.count, 10**9)))
        elif isinstance(event, WorkerGroupStarted) and len(event.ranks) > RANKS:
            self.drop(f"a worker group had more than {RANKS} ranks")
        elif isinstance(event, WorkerFailed) and (event.attempt, event.rank) in self._failed:
            pass  # the rank itself said it first, with its traceback; Ray's controller says it again
        else:
            if isinstance(event, WorkerFailed):
                self._failed.add((event.attempt, event.rank))
            self._add(event)

    def log(self, events: list[LogWritten]) -> None:
        """Log text, already cut to events."""
        for event in events:
            if self._hidden and self._hidden in event.text:
                event = event.model_copy(update={"text": event.text.replace(self._hidden, "")})
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

    def drop(self, reason: str, count: int = 1) -> None:
        """Count something that was not let in."""
        if reason in self._dropped or len(self._dropped) < 20:
            self._dropped[reason] = self._dropped.get(reason, 0) + count

    def take_drops(self) -> None:
        """Make the counts so far into events."""
        for reason, count in self._dropped.items():
            self.ready.append(EventsDropped(count=count, reason=reason))
        self._dropped.clear()

    def _add(self, event: Event) -> None:
        self._events += 1
        if self._events > self._limits.events:
            self.drop(f"events past the limit of {self._limits.events}")
            return
        self.ready.append(event)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
