from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("OSError", "[Errno 28] No space left on device", "disk space"),
        ("OSError", "[Errno 27] File too large", "one file"),
        ("RuntimeError", "can't start new thread", "threads or processes"),
        ("OSError", "[Errno 24] Too many open files: 'a'", "open at once"),
        ("RuntimeError", "unable to open shared memory object </torch_1> in read-write mode", "shared memory"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "playground_limit"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("KeyError", "'[Errno 28] No space left on device'"),
        ("ValueError", "no space left in the table"),
        ("BlockingIOError", "[Errno 11] Resource temporarily unavailable"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("OSError", "[Errno 28] No space left on device")

    assert diagnosis.cause == "playground_limit"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
