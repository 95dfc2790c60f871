"""What happens when a run cannot begin."""

from pathlib import Path

import pytest

from allranks.protocol import Event, Job, Limits, RunFinished
from allranks.runners.local import LocalRunner


@pytest.mark.parametrize("pool_size", [0, 1])
async def test_a_run_that_cannot_be_laid_out_says_so_and_ends(tmp_path: Path, pool_size: int) -> None:
    job = Job(run_id="run-1", file_name="a.py", source="", limits=Limits())
    runner = LocalRunner(tmp_path / "missing", pool_size=pool_size, pause_seconds=0.01)
    await runner.open()
    events: list[Event] = [event async for event in runner.execute(job)]
    await runner.close()
    last = events[-1]
    assert isinstance(last, RunFinished)
    assert last.end == "runner_failed"
    assert "No such file or directory" in last.sentence
