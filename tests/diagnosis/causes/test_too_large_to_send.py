from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "ValueError",
            "The actor TrainController is too large (153 MiB > FUNCTION_SIZE_ERROR_THRESHOLD=95 MiB).",
            "153 MiB",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "too_large_to_send"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("ValueError", "the learning rate is too large (3)"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped(
        "ValueError", "The function f is too large (153 MiB > FUNCTION_SIZE_ERROR_THRESHOLD=95 MiB)"
    )

    assert diagnosis.cause == "too_large_to_send"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
