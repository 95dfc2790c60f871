"""A run's events, sorted once for all causes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allranks.protocol import (
    CheckpointLoaded,
    CheckpointSaved,
    CheckpointUploaded,
    EventsDropped,
    FaultInjected,
    LogWritten,
    MetricsReported,
    ModelPrepared,
    ProblemsFound,
    ProgramFailed,
    ProgressResumed,
    ProgressStopped,
    RankSampled,
    Record,
    RowsRead,
    RunFinished,
    RunQueued,
    StepsObserved,
    TimeSpent,
    WorkerFailed,
    WorkerGroupStarted,
    WorkersRequested,
)
from allranks.protocol import Finding as LintFinding

from .program import Program

_RAISED_BY_FIT = {"TrainingFailedError", "WorkerGroupError", "ControllerError"}


@dataclass
class Observed:
    """What the causes look at.

    `worker_failures` are those of the last attempt: what an earlier attempt died of was survived. Failures and the end
    come as `(seq, event)`, so that a cause can say which records it explains.
    """

    source: str = ""
    file_name: str = ""
    requested: WorkersRequested | None = None
    """What the last `fit()` asked for."""
    world_size: int = 0
    attempt: int = 0
    worker_failures: list[tuple[int, WorkerFailed]] = field(default_factory=list)
    earlier_failures: list[tuple[int, WorkerFailed]] = field(default_factory=list)
    """Of the attempts before the last."""
    program_failure: tuple[int, ProgramFailed] | None = None
    finished: tuple[int, RunFinished] | None = None
    faults: list[FaultInjected] = field(default_factory=list)
    """Of the last attempt."""
    fault_attempts: set[int] = field(default_factory=set)
    """The attempts in which the playground brought something about."""
    findings: list[LintFinding] = field(default_factory=list)
    """The linter's, from before the run."""
    checkpoints: int = 0
    saved: list[CheckpointSaved] = field(default_factory=list)
    uploaded: list[CheckpointUploaded] = field(default_factory=list)
    loaded: list[CheckpointLoaded] = field(default_factory=list)
    last_reports: dict[int, MetricsReported] = field(default_factory=dict)
    """By rank, of the last attempt in which that rank reported."""
    reports: list[MetricsReported] = field(default_factory=list)
    prepared: list[ModelPrepared] = field(default_factory=list)
    steps: list[StepsObserved] = field(default_factory=list)
    rows: list[RowsRead] = field(default_factory=list)
    samples: list[RankSampled] = field(default_factory=list)
    times: list[TimeSpent] = field(default_factory=list)
    """These and the five before are of all attempts."""
    stopped: ProgressStopped | None = None
    """The last word on why nothing went on, where nothing went on afterwards."""
    logs: list[LogWritten] = field(default_factory=list)
    complete: bool = True
    """False: the host refused some of what the ranks said, so that something missing may have been there."""

    @property
    def end(self) -> frozenset[int]:
        """The record of the run's end, as a set: every cause of a failed run explains it."""
        return frozenset() if self.finished is None else frozenset({self.finished[0]})

    @property
    def completed(self) -> bool:
        """The program came to its end by itself and was content."""
        return self.finished is not None and self.finished[1].end == "completed"

    @property
    def passed_on(self) -> frozenset[int]:
        """The record of the error that `fit()` raised because workers failed, as a set: it repeats their news."""
        if self.program_failure is None or self.program_failure[1].error_type not in _RAISED_BY_FIT:
            return frozenset()
        return frozenset({self.program_failure[0]})

    @cached_property
    def program(self) -> Program:
        """What can be read in the learner's file."""
        return Program(self.source, self.file_name)


def observe(records: Sequence[Record]) -> Observed:
    """Read `records`, which are one run's in the order of `seq`."""
    observed = Observed()
    failures: list[tuple[int, WorkerFailed]] = []
    faults: list[FaultInjected] = []
    kept: dict[type, list[object]] = defaultdict(list)
    for record in records:
        event = record.event
        kept[type(event)].append(event)
        if isinstance(event, MetricsReported):
            observed.last_reports[event.rank] = event
        elif isinstance(event, WorkerGroupStarted):
            if observed.stopped is not None and event.attempt > observed.stopped.attempt:
                observed.stopped = None
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
            observed.source, observed.file_name = event.source, event.file_name
        elif isinstance(event, WorkersRequested):
            observed.requested = event
        elif isinstance(event, ProblemsFound):
            observed.findings += event.findings
        elif isinstance(event, EventsDropped):
            observed.complete = False
        elif isinstance(event, ProgressStopped):
            observed.stopped = event
        elif isinstance(event, ProgressResumed):
            observed.stopped = None
    for name, kind in _KEPT.items():
        getattr(observed, name).extend(kept[kind])
    observed.checkpoints = len(observed.saved)
    observed.fault_attempts = {event.attempt for event in faults}
    observed.faults = [event for event in faults if event.attempt == observed.attempt]
    observed.worker_failures = [(seq, event) for seq, event in failures if event.attempt == observed.attempt]
    observed.earlier_failures = [(seq, event) for seq, event in failures if event.attempt != observed.attempt]
    return observed


_KEPT: dict[str, type] = {
    "saved": CheckpointSaved,
    "uploaded": CheckpointUploaded,
    "loaded": CheckpointLoaded,
    "reports": MetricsReported,
    "prepared": ModelPrepared,
    "steps": StepsObserved,
    "rows": RowsRead,
    "samples": RankSampled,
    "times": TimeSpent,
    "logs": LogWritten,
}
