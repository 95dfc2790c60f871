"""The small program that the chapter takes apart, for real."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.protocol import CheckpointSaved, MetricsReported
from real_runs import execute
from trainlint import lint

pytestmark = [pytest.mark.ray, pytest.mark.timeout(240)]

PROGRAM = (Path(__file__).parents[2] / "frontend" / "src" / "chapter" / "anatomy.py").read_text()
EPOCHS = 8


async def test_it_does_what_the_chapter_says_of_it() -> None:
    assert lint(PROGRAM) == []
    run, _ = await execute(PROGRAM)
    reports = [event for event in run.events if isinstance(event, MetricsReported)]
    losses = {rank: [event.metrics["loss"] for event in reports if event.rank == rank] for rank in (0, 1)}
    assert losses[0] == losses[1], "the mean over the ranks is the same on each of them"
    assert len(losses[0]) == EPOCHS
    assert sum(isinstance(event, CheckpointSaved) for event in run.events) == EPOCHS
