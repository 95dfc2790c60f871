"""How a run's end is told, and what happens when it cannot begin."""

from pathlib import Path

import pytest

from allranks.protocol import Event, Frame, Job, Limits, ProgramFailed, RunFinished
from allranks.runners.local import LocalRunner
from allranks.runners.local.runner import finished

FAILURE = ProgramFailed(
    error_type="TypeError",
    message="no",
    frames=[Frame(file="train01.py", line=28, function="<module>", text="print(x)", own=True)],
    traceback="",
)


def status(exit_code: int | None = None, signal: int | None = None) -> dict[str, int | None]:
    return {"exit_code": exit_code, "signal": signal, "killed": 0}


@pytest.mark.parametrize(
    ("came", "failure", "began", "end", "words"),
    [
        (status(0), None, True, "completed", "ran to its end"),
        (status(1), FAILURE, True, "program_failed", "raised TypeError at train01.py:28"),
        (status(3), None, True, "program_failed", "exit status 3"),
        (status(signal=9), None, True, "harness_lost", "SIGKILL"),
        (status(signal=200), None, True, "harness_lost", "signal 200"),
        (status(70), None, False, "runner_failed", "our fault"),
        (None, None, True, "harness_lost", "was killed"),
    ],
)
def test_each_way_to_end_has_its_sentence(
    came: dict[str, int | None] | None, failure: ProgramFailed | None, began: bool, end: str, words: str
) -> None:
    told = finished(came, failure, began)
    assert told.end == end
    assert words in told.sentence


async def test_a_run_that_cannot_be_laid_out_says_so_and_ends(tmp_path: Path) -> None:
    job = Job(run_id="run-1", file_name="a.py", source="", limits=Limits())
    events: list[Event] = [event async for event in LocalRunner(tmp_path / "missing").execute(job)]
    last = events[-1]
    assert isinstance(last, RunFinished)
    assert last.end == "runner_failed"
    assert "No such file or directory" in last.sentence
