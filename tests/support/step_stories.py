"""Runs whose ranks' training was observed, told in a few words."""

from __future__ import annotations

from collections.abc import Mapping

from allranks.protocol import StepsObserved
from stories import Story


def observed(
    story: Story, index: int, losses: Mapping[int, float | None], weights: str = "a", path: str = "b", steps: int = 5
) -> Story:
    """What each rank of `losses` had come to at its report `index`; comes before the report itself."""
    for rank, loss in losses.items():
        story.events.append(
            StepsObserved(
                attempt=story.attempt,
                rank=rank,
                index=index,
                steps=steps,
                parameters_hash=weights and weights * 16,
                parameters_norm=1.0,
                gradients_norm=0.5,
                history_hash=path and path * 16,
                optimizer_hash="",
                losses=steps,
                local_loss=loss,
                all_reduces=steps,
                all_reduce_bytes=8 * steps,
                all_reduce_milliseconds=0.25,
            )
        )
    return story


def in_step(reports: int = 3, world_size: int = 3) -> Story:
    """All ranks in step, each with a loss of its own, and each reporting the mean of them."""
    story = Story().group(world_size)
    for index in range(reports):
        losses = {rank: float(rank + index) for rank in range(world_size)}
        observed(story, index, losses).report(range(world_size), loss=sum(losses.values()) / world_size)
    return story.group_ended().ended()
