from __future__ import annotations

import pytest

from failing_runs import causes_of, told


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("SystemExit", "0", "status 0"),
        ("SystemExit", "", "status 0"),
        ("SystemExit", "no data", "left by sys.exit"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "loop_exited"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("RuntimeError", "SystemExit is not caught"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_the_same_in_the_driver_is_the_programs_own_affair() -> None:
    assert causes_of(told("SystemExit", "3", rank=None)) == ["program_exited"]
