"""Output without end, and without an end of line."""

import pytest

from allranks.protocol import EventsDropped, Limits, LogWritten
from real_runs import execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]


async def test_a_flood_is_cut_told_and_in_the_end_stopped() -> None:
    run, _ = await execute("while True: print('x' * 1000)\n", limits=Limits(output_bytes=100_000))
    assert run.finished.end == "output_limit"
    assert "100,000 bytes" in run.finished.sentence
    assert sum(len(log.text) for log in run.of(LogWritten)) < 110_000


async def test_a_program_that_writes_a_little_too_much_still_ends_by_itself() -> None:
    run, _ = await execute("print('x' * 150_000)\nprint('end')\n", limits=Limits(output_bytes=100_000))
    assert run.finished.end == "completed"
    assert sum(event.count for event in run.of(EventsDropped)) > 0


async def test_a_prompt_without_a_newline_is_shown_while_the_program_waits() -> None:
    source = "import time\nprint('name? ', end='', flush=True)\ntime.sleep(3600)\n"
    run, _ = await execute(source, until=lambda event: isinstance(event, LogWritten) and event.text == "name? ")
    assert run.text() == "name? "
