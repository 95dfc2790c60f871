"""The controller's own look at what a runner yields. A runner holds the limits; this is for one that does not."""

from __future__ import annotations

from ..protocol import (
    Diagnosed,
    Event,
    EventsDropped,
    Graded,
    Limits,
    LogWritten,
    ProblemsFound,
    QueueMoved,
    RunFinished,
    RunQueued,
    RunStarted,
)

SLACK = 4
"""A runner counts bytes as they come, this counts them as they are stored, and one raw byte may become more."""


class Guard:
    """Counts the events of one run and lets through what the limits allow."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._log_bytes = 0
        self._admitted = 0
        self._dropped: dict[str, int] = {}
        self._said: set[str] = set()
        self.exhausted = False
        """The run wanted more events than it may record, and must end."""

    def admit(self, event: Event) -> list[Event]:
        """What is to be stored: the event, or a word about why not the first time, or nothing."""
        reason = self._refusal(event)
        if reason is None:
            self._admitted += 1
            return [event]
        if reason in self._said:
            self._dropped[reason] = self._dropped.get(reason, 0) + 1
            return []
        self._said.add(reason)
        return [EventsDropped(count=1, reason=reason)]

    def unsaid(self) -> list[Event]:
        """What was dropped since it was first said, for the end of the run."""
        return [EventsDropped(count=count, reason=reason) for reason, count in self._dropped.items()]

    def _refusal(self, event: Event) -> str | None:
        if isinstance(event, RunFinished):
            return None
        if isinstance(event, RunQueued | ProblemsFound | QueueMoved | RunStarted | Diagnosed | Graded):
            return f"a runner may not write {event.kind}"
        if self._admitted >= self._limits.events:
            self.exhausted = True
            return f"the run may record {self._limits.events:,} events"
        if isinstance(event, LogWritten):
            size = len(event.text.encode(errors="replace"))
            if event.origin != "playground":
                self._log_bytes += size
            if self._log_bytes > SLACK * self._limits.output_bytes:
                return f"the run may write {self._limits.output_bytes:,} bytes of output"
        else:
            size = len(event.model_dump_json())
        if size > SLACK * self._limits.event_bytes:
            return f"an event may have {self._limits.event_bytes:,} bytes"
        return None
