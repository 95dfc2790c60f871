from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "TypeError",
            "linear(): argument 'input' (position 1) must be Tensor, not numpy.ndarray",
            "torch.as_tensor",
        ),
        (
            "TypeError",
            "embedding(): argument 'indices' (position 2) must be Tensor, not dict",
            "Take the column",
        ),
        (
            "TypeError",
            "expected Tensor as element 0 in argument 0, but got float",
            "gives torch a float",
        ),
        (
            "TypeError",
            "linear(): argument 'input' (position 1) must be Tensor, not list",
            "for inputs, labels in loader",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "not_a_tensor"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("TypeError", "train(): argument 'rate' must be a number, not str")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("TypeError", "linear(): argument 'input' (position 1) must be Tensor, not numpy.ndarray")

    assert diagnosis.cause == "not_a_tensor"
