"""A run's events, sorted once for all causes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from allranks.protocol import (
    CheckpointSaved,
    FaultInjected,
    MetricsReported,
    ProgramFailed,
    Record,
    RunFinished,
    RunQueued,
    WorkerFailed,
    WorkerGroupStarted,
)

_RAISED_BY_FIT = {"TrainingFailedError", "WorkerGroupError", "ControllerError"}


@dataclass
class Observed:
    """What the causes look at.

    `worker_failures` are those of the last attempt: what an earlier attempt died of was survived. Failures and the end
    come as `(seq, event)`, so that a cause can say which records it explains.
    """

    source: str = ""
    world_size: int = 0
    attempt: int = 0
    worker_failures: list[tuple[int, WorkerFailed]] = field(default_factory=list)
    program_failure: tuple[int, ProgramFailed] | None = None
    finished: tuple[int, RunFinished] | None = None
    faults: list[FaultInjected] = field(default_factory=list)
    """Of the last attempt."""
    checkpoints: int = 0
    last_reports: dict[int, MetricsReported] = field(default_factory=dict)
    """By rank, of the last attempt in which that rank reported."""

    @property
    def end(self) -> frozenset[int]:
        """The record of the run's end, as a set: every cause of a failed run explains it."""
        return frozenset() if self.finished is None else frozenset({self.finished[0]})

    @property
    def passed_on(self) -> frozenset[int]:
        """The record of the error that `fit()` raised because workers failed, as a set: it repeats their news."""
        if self.program_failure is None or self.program_failure[1].error_type not in _RAISED_BY_FIT:
            return frozenset()
        return frozenset({self.program_failure[0]})


def observe(records: Sequence[Record]) -> Observed:
    """Read `records`, which are one run's in the order of `seq`."""
    observed = Observed()
    failures: list[tuple[int, WorkerFailed]] = []
    faults: list[FaultInjected] = []
    for record in records:
        event = record.event
        if isinstance(event, MetricsReported):
            observed.last_reports[event.rank] = event
        elif isinstance(event, CheckpointSaved):
            observed.checkpoints += 1
        elif isinstance(event, WorkerGroupStarted):
            observed.attempt = max(observed.attempt, event.attempt)
            observed.world_size = len(event.ranks)
        elif isinstance(event, WorkerFailed):
            observed.attempt = max(observed.attempt, event.attempt)
            failures.append((record.seq, event))
        elif isinstance(event, FaultInjected):
            faults.append(event)
        elif isinstance(event, ProgramFailed):
            observed.program_failure = (record.seq, event)
        elif isinstance(event, RunFinished):
            observed.finished = (record.seq, event)
        elif isinstance(event, RunQueued):
            observed.source = event.source
    observed.faults = [event for event in faults if event.attempt == observed.attempt]
    observed.worker_failures = [(seq, event) for seq, event in failures if event.attempt == observed.attempt]
    return observed
