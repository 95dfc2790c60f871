"""Runs with curves worth looking at, played at a pace of their own."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Iterator

from allranks.protocol import (
    CheckpointLoaded,
    CheckpointSaved,
    FaultInjected,
    MetricsReported,
    WorkerFailed,
    WorkerGroupEnded,
)
from allranks.runners.scripted import Step
from stories import Story

BETWEEN = 0.01
"""Seconds between two steps of a run."""


def reports(story: Story, step: int, index: int, world_size: int) -> list[MetricsReported]:
    """What all ranks report of one step: a loss that falls and differs between them, and now and then an evaluation."""
    told: list[MetricsReported] = []
    for rank in range(world_size):
        noise = random.Random(step * 64 + rank).gauss(0, 0.06)
        loss = 0.3 + 2 * math.exp(-step / 12) * (1 + noise) + 0.05 * rank
        metrics: dict[str, float | int] = {"loss": loss, "accuracy": 1 - loss / 2.6, "step": step}
        if step % 5 == 4:
            metrics["val_loss"] = loss * 1.1
        told.append(
            MetricsReported(
                attempt=story.attempt,
                rank=rank,
                index=index,
                metrics=dict(metrics),
                with_checkpoint=False,
                reported_at=0.0,
            )
        )
    return told


def training(story: Story, steps: range, world_size: int, every: int = 5) -> Iterator[Step]:
    """An attempt that trains these steps and keeps a checkpoint of each fifth."""
    story.group(world_size)
    yield from story.events
    story.events.clear()
    for index, step in enumerate(steps):
        yield _pause
        yield from reports(story, step, index, world_size)
        if step % every == every - 1:
            yield CheckpointSaved(attempt=story.attempt, index=index, name=f"checkpoint_{step:06d}", metrics={})


def killed_and_restored(steps: int = 40, killed_at: int = 23, world_size: int = 4) -> Iterator[Step]:
    """Rank 2 is killed; the second attempt begins from the last checkpoint and does the lost steps again."""
    story = Story()
    yield from training(story, range(killed_at), world_size)
    yield FaultInjected(attempt=1, rank=2, action="kill", by="person", reports=killed_at, seconds=0.0)
    yield WorkerFailed(attempt=1, rank=2, error_type="WorkerDied", message="", frames=[], traceback="")
    yield WorkerGroupEnded(attempt=1)
    restored = killed_at - killed_at % 5
    story.attempt = 1
    attempt = training(story, range(restored, steps), world_size)
    for step in attempt:
        yield step
        if getattr(step, "kind", "") == "worker_group_started":
            for rank in range(world_size):
                yield CheckpointLoaded(attempt=2, rank=rank, name=f"checkpoint_{restored - 1:06d}")
    yield WorkerGroupEnded(attempt=2)
    yield from Story().ended().events[-1:]


async def _pause() -> None:
    await asyncio.sleep(BETWEEN)
