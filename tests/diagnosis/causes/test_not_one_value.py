from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "Boolean value of Tensor with more than one value is ambiguous",
            ".all()",
        ),
        (
            "RuntimeError",
            "a Tensor with 3 elements cannot be converted to Scalar",
            "takes 3 numbers for one",
        ),
        (
            "ValueError",
            "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
            "yes or no",
        ),
        (
            "RuntimeError",
            "grad can be implicitly created only for scalar outputs",
            "loss.mean()",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "not_one_value"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "this is ambiguous")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous")

    assert diagnosis.cause == "not_one_value"
