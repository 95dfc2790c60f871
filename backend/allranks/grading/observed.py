"""A run's records, arranged for checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from trainlint.diagnostic import Diagnostic
from trainlint.module import Module
from trainlint.source import Source
from trainlint.syntax import parse

from ..protocol import (
    Event,
    Finding,
    MetricsReported,
    ModelPrepared,
    ProblemsFound,
    ProgramFailed,
    RankFacts,
    Record,
    RunFinished,
    RunQueued,
    RunStarted,
    WorkerFailed,
    WorkerGroupEnded,
    WorkerGroupStarted,
)

E = TypeVar("E", bound=Event)


class Observed:
    """What a run showed. Reports and models are those of the last attempt: an earlier one was replaced by it."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self._events: list[Event] = [record.event for record in records]

    def of(self, kind: type[E], *, every_attempt: bool = False) -> list[E]:
        """The events of one kind in their order: those of the last attempt, where the kind has attempts, or of all."""
        last = None if every_attempt or self.group is None else self.group.attempt
        found = [event for event in self._events if isinstance(event, kind)]
        return [event for event in found if last is None or getattr(event, "attempt", last) in (last, None)]

    @cached_property
    def source(self) -> str | None:
        """The submitted file."""
        return next((event.source for event in self._events if isinstance(event, RunQueued)), None)

    @cached_property
    def module(self) -> Module | None:
        """That file as the linter reads it; None where it does not parse."""
        source = Source(self.source or "")
        tree = parse(source)
        return None if isinstance(tree, Diagnostic) else Module(source, tree)

    @property
    def findings(self) -> list[Finding]:
        """What the linter said of it before the run."""
        return [finding for event in self._events if isinstance(event, ProblemsFound) for finding in event.findings]

    def seconds(self, event: Event | None) -> float | None:
        """When this very event came, on the page's time axis."""
        if event is None:
            return None
        begun = [record.time for record in self._records if isinstance(record.event, RunQueued | RunStarted)]
        came = next((record.time for record in self._records if record.event is event), None)
        return None if came is None or not begun else max(0.0, came - begun[-1])

    @cached_property
    def group(self) -> WorkerGroupStarted | None:
        """The last worker group, or None when there never was one."""
        groups = [event for event in self._events if isinstance(event, WorkerGroupStarted)]
        return groups[-1] if groups else None

    @property
    def ranks(self) -> list[RankFacts]:
        """The last group's ranks in order; empty without one."""
        return sorted(self.group.ranks, key=lambda facts: facts.rank) if self.group else []

    @cached_property
    def reports(self) -> dict[int, list[MetricsReported]]:
        """What each rank reported, in order. A rank that reported nothing has an empty list."""
        by_rank: dict[int, list[MetricsReported]] = defaultdict(list)
        for event in self._events:
            if isinstance(event, MetricsReported) and self.group and event.attempt == self.group.attempt:
                by_rank[event.rank].append(event)
        return by_rank

    @cached_property
    def prepared(self) -> dict[int, list[ModelPrepared]]:
        """The models that each rank prepared, in order."""
        by_rank: dict[int, list[ModelPrepared]] = defaultdict(list)
        for event in self._events:
            if isinstance(event, ModelPrepared) and self.group and event.attempt == self.group.attempt:
                by_rank[event.rank].append(event)
        return by_rank

    @cached_property
    def finished(self) -> RunFinished | None:
        """How the run ended."""
        return next((event for event in reversed(self._events) if isinstance(event, RunFinished)), None)

    @cached_property
    def program_failed(self) -> ProgramFailed | None:
        """The exception that ended the program."""
        return next((event for event in self._events if isinstance(event, ProgramFailed)), None)

    @cached_property
    def worker_failed(self) -> WorkerFailed | None:
        """The first failure of a rank in the last attempt."""
        for event in self._events:
            if isinstance(event, WorkerFailed) and self.group and event.attempt == self.group.attempt:
                return event
        return None

    @cached_property
    def trained_to_the_end(self) -> bool:
        """The last worker group ended and none of its ranks had failed."""
        ended = any(
            isinstance(event, WorkerGroupEnded) and self.group is not None and event.attempt == self.group.attempt
            for event in self._events
        )
        return ended and self.worker_failed is None

    @cached_property
    def trained_seconds(self) -> float | None:
        """From the first worker group to the end of the run, by the host's clock."""
        began = [record.time for record in self._records if isinstance(record.event, WorkerGroupStarted)]
        ended = [record.time for record in self._records if isinstance(record.event, RunFinished)]
        return max(0.0, ended[-1] - began[0]) if began and ended else None

    @cached_property
    def cut_short(self) -> str | None:
        """Why the program had no chance to show more, as the end of a sentence; None when it had.

        A program that used up its time or its output, or stood still until it was ended, had its chance.
        """
        if self.trained_to_the_end:
            return None
        if self.finished is None:
            return "the run is not over"
        match self.finished.end:
            case "completed" | "time_limit" | "idle_limit" | "output_limit":
                return None
            case "program_failed":
                return self._failure()
            case "impossible_request":
                return "the program asked for workers that its cluster cannot start"
            case "harness_lost":
                return "the program's process died"
            case "out_of_memory":
                return "the program ran out of memory"
            case "too_many_processes":
                return "the program wanted more processes than it may have"
            case "cancelled":
                return "the run was stopped on request"
            case "server_stopped":
                return "the server stopped"
            case "runner_failed":
                return "the run could not be carried out, through no fault of the program"

    def _failure(self) -> str:
        if self.worker_failed is not None:
            return f"rank {self.worker_failed.rank} ended with {self.worker_failed.error_type}"
        if self.program_failed is not None:
            return f"the program ended with {self.program_failed.error_type}"
        return "the program ended with an error"
