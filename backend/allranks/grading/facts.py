"""Numbers of a run that the text after a pass may name: pure functions from what was observed to a few characters.

A fact that a run does not have is None, and the paragraph that names it is left out.
"""

from __future__ import annotations

from collections.abc import Callable

from ..protocol import (
    CheckpointLoaded,
    CheckpointSaved,
    CheckpointsFound,
    FaultInjected,
    MetricsReported,
    RowsRead,
    StepsObserved,
    WorkerGroupStarted,
)
from .observed import Observed

Fact = Callable[[Observed], str | None]
METRIC = "loss"


def world_size(observed: Observed) -> str | None:
    """Ranks of the last worker group."""
    return str(len(observed.ranks)) if observed.ranks else None


def reports(observed: Observed) -> str | None:
    """Reports of one rank, all attempts together."""
    made = [event for event in observed.of(MetricsReported, every_attempt=True) if event.rank == 0]
    return str(len(made)) if made else None


def seconds(observed: Observed) -> str | None:
    """From the first worker group to the end."""
    return None if observed.trained_seconds is None else f"{observed.trained_seconds:.1f}"


def first_loss(observed: Observed) -> str | None:
    """The first `loss` that rank 0 reported."""
    return _loss(observed, 0)


def last_loss(observed: Observed) -> str | None:
    """The last `loss` that rank 0 reported."""
    return _loss(observed, -1)


def rows(observed: Observed) -> str | None:
    """Different rows of the dataset read first, in its first pass, on all ranks together."""
    by_rank = _first_pass(observed)
    return str(len(set().union(*by_rank.values()))) if by_rank else None


def rows_per_rank(observed: Observed) -> str | None:
    """Rows that rank 0 read in that pass."""
    by_rank = _first_pass(observed)
    return str(len(by_rank.get(0, []))) if by_rank else None


def epochs(observed: Observed) -> str | None:
    """Passes over that dataset."""
    read = observed.of(RowsRead)
    return str(1 + max(event.epoch for event in read if event.dataset == read[0].dataset)) if read else None


def steps(observed: Observed) -> str | None:
    """Optimizer steps of rank 0 in the last attempt."""
    return _sum(observed, lambda event: event.steps)


def all_reduces(observed: Observed) -> str | None:
    """All-reduces of rank 0 in the last attempt."""
    return _sum(observed, lambda event: event.all_reduces)


def all_reduce_kilobytes(observed: Observed) -> str | None:
    """Their sizes together, in 1000 bytes."""
    return _sum(observed, lambda event: event.all_reduce_bytes / 1000)


def all_reduce_milliseconds(observed: Observed) -> str | None:
    """Their times together."""
    return _sum(observed, lambda event: event.all_reduce_milliseconds)


def spread(observed: Observed) -> str | None:
    """How far the ranks' own losses lay apart at the last report."""
    last = {event.rank: event.local_loss for event in observed.of(StepsObserved)}
    losses = [loss for loss in last.values() if loss is not None]
    return f"{max(losses) - min(losses):.3g}" if len(losses) > 1 else None


def kills(observed: Observed) -> str | None:
    """Ranks that were killed."""
    killed = _killed(observed)
    return str(len(killed)) if killed else None


def killed_ranks(observed: Observed) -> str | None:
    """Which, in order."""
    killed = _killed(observed)
    return " and ".join(f"rank {event.rank}" for event in killed) if killed else None


def attempts(observed: Observed) -> str | None:
    """Worker groups."""
    groups = observed.of(WorkerGroupStarted, every_attempt=True)
    return str(len(groups)) if groups else None


def resumed_steps(observed: Observed) -> str | None:
    """The report, counted over the whole training from 1, at which each further attempt began."""
    begun = [_resumed(observed, group.attempt) for group in observed.of(WorkerGroupStarted, every_attempt=True)[1:]]
    return " and ".join(str(step) for step in begun) if begun and None not in begun else None


def wasted_steps(observed: Observed) -> str | None:
    """Reports of attempts that ended, made after their last checkpoint; by the rank that made most."""
    groups = observed.of(WorkerGroupStarted, every_attempt=True)
    if len(groups) < 2:
        return None
    wasted = 0
    for group in groups[:-1]:
        saved = [event.index for event in _saved(observed) if event.attempt == group.attempt]
        made = [event.index for event in _reported(observed) if event.attempt == group.attempt]
        wasted += max(made, default=-1) - max(saved, default=-1)
    return str(wasted)


def checkpoints_kept(observed: Observed) -> str | None:
    """Committed checkpoints that lay in storage at the end, as the host saw it. What a dying rank left half written is
    none."""
    found, saved = observed.of(CheckpointsFound), {event.name for event in _saved(observed)}
    return str(sum(checkpoint.name in saved for checkpoint in found[-1].checkpoints)) if found else None


FACTS: dict[str, Fact] = {
    fact.__name__: fact
    for fact in (
        world_size,
        reports,
        seconds,
        first_loss,
        last_loss,
        rows,
        rows_per_rank,
        epochs,
        steps,
        all_reduces,
        all_reduce_kilobytes,
        all_reduce_milliseconds,
        spread,
        kills,
        killed_ranks,
        attempts,
        resumed_steps,
        wasted_steps,
        checkpoints_kept,
    )
}


def _loss(observed: Observed, which: int) -> str | None:
    made = [event.metrics.get(METRIC) for event in _reported(observed) if event.rank == 0]
    value = made[which] if made else None
    return f"{value:.3g}" if isinstance(value, int | float) and not isinstance(value, bool) else None


def _reported(observed: Observed) -> list[MetricsReported]:
    return observed.of(MetricsReported, every_attempt=True)


def _saved(observed: Observed) -> list[CheckpointSaved]:
    return observed.of(CheckpointSaved, every_attempt=True)


def _killed(observed: Observed) -> list[FaultInjected]:
    return [event for event in observed.of(FaultInjected, every_attempt=True) if event.action in ("kill", "kill_node")]


def _first_pass(observed: Observed) -> dict[int, list[int]]:
    read = observed.of(RowsRead)
    by_rank: dict[int, list[int]] = {}
    for event in read:
        if event.dataset == read[0].dataset and event.epoch == 0:
            by_rank.setdefault(event.rank, []).extend(event.rows)
    return by_rank if any(by_rank.values()) else {}


def _sum(observed: Observed, of: Callable[[StepsObserved], float]) -> str | None:
    seen = [of(event) for event in observed.of(StepsObserved) if event.rank == 0]
    return f"{sum(seen):.0f}" if seen else None


def _resumed(observed: Observed, attempt: int) -> int | None:
    loaded = [event.name for event in observed.of(CheckpointLoaded, every_attempt=True) if event.attempt == attempt]
    if not loaded:
        return None
    total = 0
    for event in _saved(observed):
        if event.attempt >= attempt:
            break
        if event.index == 0:
            base = 0 if event.attempt == 1 else (_resumed(observed, event.attempt) or 1) - 1
        total = base + event.index + 1
        if event.name == loaded[0]:
            return total + 1
    return 1 if loaded[0] is None else None
