"""What a terminal shows of a run: a fold of its records, without any drawing."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...protocol import (
    CheckpointSaved,
    Metric,
    MetricsReported,
    NonFinite,
    Phase,
    PhaseChanged,
    RankFacts,
    Record,
    RunQueued,
    WorkerFailed,
    WorkerGroupStarted,
)


@dataclass
class Rank:
    """One row: the rank's facts and the last thing it said."""

    facts: RankFacts | None = None
    reports: int = 0
    metrics: dict[str, Metric] = field(default_factory=dict)
    failed: str | None = None


@dataclass
class Ranks:
    """Every rank of the newest attempt, and the phases so far with the time each began."""

    attempt: int = 0
    rows: dict[int, Rank] = field(default_factory=dict)
    phases: list[tuple[Phase, float]] = field(default_factory=list)
    checkpoints: int = 0
    began: float = 0.0

    def take(self, record: Record) -> None:
        """Fold one record in."""
        event = record.event
        if isinstance(event, RunQueued):
            self.began = record.time
        elif isinstance(event, PhaseChanged):
            self.phases.append((event.phase, record.time))
        elif isinstance(event, WorkerGroupStarted):
            self.attempt = event.attempt
            self.rows = {facts.rank: Rank(facts) for facts in event.ranks}
        elif isinstance(event, MetricsReported):
            row = self.rows.setdefault(event.rank, Rank())
            row.reports = event.index + 1
            row.metrics = event.metrics
        elif isinstance(event, WorkerFailed):
            self.rows.setdefault(event.rank, Rank()).failed = event.error_type
        elif isinstance(event, CheckpointSaved):
            self.checkpoints += 1

    def phase_seconds(self, now: float) -> list[tuple[Phase, float]]:
        """Each phase with how long it lasted, the last one up to `now` (unix seconds)."""
        ends = [began for _, began in self.phases[1:]] + [now]
        return [(phase, max(0.0, end - began)) for (phase, began), end in zip(self.phases, ends, strict=True)]


def readable(value: Metric) -> str:
    """A metric in a few characters."""
    if isinstance(value, NonFinite):
        return value.nonfinite
    if isinstance(value, float):
        return f"{value:.5g}"
    return "-" if value is None else str(value)[:24]
