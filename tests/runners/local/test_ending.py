"""How a run's end is told."""

import pytest

from allranks.protocol import Frame, Limits, ProgramFailed
from allranks.runners.local.enclosure import Counters
from allranks.runners.local.ending import finished

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
    told = finished(came, failure, began, Counters(), Limits())
    assert told.end == end
    assert words in told.sentence


def test_the_kernels_own_counters_say_why_a_program_failed() -> None:
    limits = Limits(memory_bytes=2**30, processes=900)
    told = finished(status(1), FAILURE, True, Counters(out_of_memory=2), limits)
    assert (told.end, told.sentence) == (
        "out_of_memory",
        "The program needed more than the 1.0 GiB it may use: 2 of its processes killed.",
    )
    told = finished(status(1), FAILURE, True, Counters(out_of_memory=0, processes_refused=7), limits)
    assert told.end == "too_many_processes"
    assert "900 processes" in told.sentence


def test_a_program_that_came_through_all_the_same_completed() -> None:
    assert finished(status(0), None, True, Counters(out_of_memory=1), Limits()).end == "completed"
