from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "ProcessGroupGloo::allgather: invalid output tensor list at index 0 (expected length 2, got 1)",
            "has 1 tensor for 2 ranks",
        ),
        (
            "ValueError",
            "Tensor list output to all_gather must match number of collective participants but got 1 outputs",
            "each of 2 ranks",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "gather_list_length"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("RuntimeError", "the list has an invalid length")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped(
        "RuntimeError", "ProcessGroupGloo::allgather: invalid output tensor list at index 0 (expected length 2, got 1)"
    )

    assert diagnosis.cause == "gather_list_length"
