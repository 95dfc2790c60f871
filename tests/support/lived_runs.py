"""Runs whose events lie seconds apart, played in no time: the log's clock is moved on between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from allranks.protocol import (
    ActivitiesTimed,
    Event,
    MetricsReported,
    PhaseChanged,
    RankFacts,
    RankSampled,
    Record,
    StepsObserved,
    WorkerGroupEnded,
    WorkerGroupStarted,
)
from allranks.runners.scripted import Step
from allranks.store import MemoryEventLog

Told = Event | Callable[[float], Event]
"""An event, or what makes one when it is told the unix second in which the run began."""
Slices = Sequence[dict[str, float]]


class SkippingLog(MemoryEventLog):
    """A log in which time passes when a test says so."""

    skipped = 0.0

    @property
    def now(self) -> float:
        return time.time() + self.skipped

    async def _append(self, run_id: str, event: Event) -> Record:
        record = await super()._append(run_id, event)
        moved = record.model_copy(update={"time": record.time + self.skipped})
        self._run(run_id).records[-1] = moved
        return moved


def lived(log: SkippingLog, told: Iterable[tuple[float, Told]]) -> Iterator[Step]:
    """A script of events, each with its second."""
    began = log.now
    for second, step in sorted(told, key=lambda pair: pair[0]):
        log.skipped += max(0.0, began + second - log.now)
        yield step(began) if callable(step) else step


def group(ranks: int, attempt: int = 1) -> WorkerGroupStarted:
    facts = [
        RankFacts(
            rank=rank,
            local_rank=rank,
            node_rank=0,
            world_size=ranks,
            local_world_size=ranks,
            node_ip="127.0.0.1",
            pid=1000 + rank,
            device="cpu",
            backend="gloo",
            master_addr="127.0.0.1",
            master_port="29500",
        )
        for rank in range(ranks)
    ]
    return WorkerGroupStarted(attempt=attempt, ranks=facts)


def was_in(rank: int, second: float, slices: Slices, attempt: int = 1) -> Callable[[float], Event]:
    """The rank's lane from `second` on."""
    return lambda began: ActivitiesTimed.model_validate(
        {"attempt": attempt, "rank": rank, "began": began + second, "slices": list(slices)}
    )


def sampled(rank: int, attempt: int = 1, **fields: object) -> RankSampled:
    return RankSampled.model_validate(
        {
            "attempt": attempt,
            "rank": rank,
            "activity": "loop",
            "seconds": 0.01,
            "idle_seconds": 0.01,
            "where": None,
            "stack": [],
            "collective": None,
            "collectives": 0,
            "reports": 0,
            "batches": 0,
            "steps": 0,
            "cpu_percent": 90.0,
            "rss_bytes": 300_000_000,
            **fields,
        }
    )


def steps(rank: int, index: int, milliseconds: float, attempt: int = 1) -> StepsObserved:
    return StepsObserved(
        attempt=attempt,
        rank=rank,
        index=index,
        steps=4,
        parameters_hash="aa",
        parameters_norm=1.0,
        gradients_norm=1.0,
        history_hash="bb",
        optimizer_hash="cc",
        losses=4,
        local_loss=0.5,
        all_reduces=4,
        all_reduce_bytes=4 * 265_000,
        all_reduce_milliseconds=milliseconds,
    )


def straggling(ranks: int, slow: int, reports: int = 10, attempt: int = 1, at: float = 1.0) -> list[tuple[float, Told]]:
    """An attempt that trains, a second a report, in which `slow` works while the others wait in the all-reduce."""
    told: list[tuple[float, Told]] = [
        (at, PhaseChanged(phase="workers")),
        (at + 0.5, PhaseChanged(phase="process_group")),
        (at + 1.0, group(ranks, attempt)),
        (at + 1.0, PhaseChanged(phase="training")),
    ]
    for rank in range(ranks):
        told.append((at + 1.0, was_in(rank, at + 0.4, [{"starting": 0.2}, {"process_group": 0.4}], attempt)))
        for index in range(reports):
            begins, over = at + 1.0 + index, at + 2.0 + index
            waits = 0.05 if rank == slow else 0.72
            step: Slices = [
                {"data": 0.06},
                {"forward": 0.08},
                {"loop": 0.92 - 0.2 - waits},
                {"backward": 0.06},
                {"collective": waits},
                {"report": 0.08},
            ]
            told += [
                (over, was_in(rank, begins, step, attempt)),
                (over, steps(rank, index, waits * 1000, attempt)),
                (
                    over,
                    MetricsReported(
                        attempt=attempt,
                        rank=rank,
                        index=index,
                        metrics={"loss": 2.0 / (index + 1) + 0.05 * rank},
                        with_checkpoint=False,
                        reported_at=0.0,
                    ),
                ),
                (over, sampled(rank, attempt, cpu_percent=95.0 if rank == slow else 30.0 + index)),
            ]
    return told


def group_ended(attempt: int = 1) -> WorkerGroupEnded:
    return WorkerGroupEnded(attempt=attempt)
