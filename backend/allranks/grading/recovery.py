"""Attempts that followed another: what each had to begin from, and what its ranks made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..protocol import (
    CheckpointLoaded,
    CheckpointSaved,
    Metric,
    MetricsReported,
    Sight,
    StepsObserved,
    TrainingBegan,
    WorkerGroupStarted,
)
from .check import Check, Judgement
from .observed import Observed

NOTHING_AGAIN = "Not judged, because no attempt followed the first one."


@dataclass(frozen=True)
class Restart:
    """One attempt after the first."""

    attempt: int
    ranks: list[int]
    began_at: float | None
    """On the page's time axis."""
    ended: bool
    """A further attempt followed it: some of its ranks may have had no time to show anything."""
    saved: CheckpointSaved | None
    """The latest checkpoint that was committed before."""
    loaded: dict[int, CheckpointLoaded] = field(default_factory=dict)
    first: dict[int, MetricsReported] = field(default_factory=dict)
    """Each rank's first report."""
    began: dict[int, TrainingBegan] = field(default_factory=dict)
    """What each rank had before its first optimizer step."""
    reported_at_save: dict[int, MetricsReported] = field(default_factory=dict)
    """What each rank reported with that checkpoint."""
    reported_before: dict[int, MetricsReported] = field(default_factory=dict)
    """And in the report before, in the same attempt."""
    steps_at_save: dict[int, StepsObserved] = field(default_factory=dict)
    """What each rank's training had come to at that checkpoint."""


def restarts(observed: Observed) -> list[Restart]:
    """Every attempt after the first one."""
    groups = observed.of(WorkerGroupStarted, every_attempt=True)
    return [
        _restart(observed, group, ended=number + 2 < len(groups)) for number, (_, group) in enumerate(pairwise(groups))
    ]


def judge_restarts(
    check: Check,
    observed: Observed,
    problem: Callable[[Restart], str | None],
    line: Callable[[Restart, int], str],
    passed: str,
) -> Judgement:
    """Failed with the first `problem` of a restart; passed with the sentence `passed` when every restart was seen and
    had none. Whether there was one at all is another check's question. `line` is the evidence of one rank."""
    found = restarts(observed)
    evidence = [line(restart, rank) for restart in found for rank in restart.ranks]
    for restart in found:
        if sentence := problem(restart):
            last = not restart.ended and observed.cut_short is not None
            judgement = check.unseen(observed, sentence, evidence) if last else Judgement("failed", sentence, evidence)
            return judgement.seen_in(
                Sight(panel="curves", attempt=restart.attempt, seconds=restart.began_at),
                Sight(panel="checkpoints", attempt=restart.attempt),
            )
    if not found:
        return Judgement("not_judged", NOTHING_AGAIN, evidence)
    if observed.cut_short is not None:
        return Judgement("not_judged", f"Not judged, because {observed.cut_short}.", evidence)
    return Judgement("passed", passed, evidence)


def number(metrics: dict[str, Metric] | None, name: str) -> float | None:
    """The metric as a finite number, or None."""
    value = (metrics or {}).get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _restart(observed: Observed, group: WorkerGroupStarted, *, ended: bool) -> Restart:
    attempt = group.attempt
    before = [event for event in observed.of(CheckpointSaved, every_attempt=True) if event.attempt < attempt]
    saved = before[-1] if before else None
    reports = observed.of(MetricsReported, every_attempt=True)
    steps = observed.of(StepsObserved, every_attempt=True)

    def at_save(events: Sequence[MetricsReported], shift: int) -> dict[int, MetricsReported]:
        return {
            event.rank: event
            for event in events
            if saved is not None and (event.attempt, event.index) == (saved.attempt, saved.index - shift)
        }

    return Restart(
        attempt=attempt,
        began_at=observed.seconds(group),
        ranks=sorted(facts.rank for facts in group.ranks),
        ended=ended,
        saved=saved,
        loaded={e.rank: e for e in observed.of(CheckpointLoaded, every_attempt=True) if e.attempt == attempt},
        first={event.rank: event for event in reports if (event.attempt, event.index) == (attempt, 0)},
        began={e.rank: e for e in observed.of(TrainingBegan, every_attempt=True) if e.attempt == attempt},
        reported_at_save=at_save(reports, 0),
        reported_before=at_save(reports, 1),
        steps_at_save={
            event.rank: event
            for event in steps
            if saved is not None and (event.attempt, event.index) == (saved.attempt, saved.index)
        },
    )
