from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "mat1 and mat2 shapes cannot be multiplied (16x28 and 784x10)",
            "gives 28 features to a layer that takes 784",
        ),
        (
            "RuntimeError",
            "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0",
            "do not fit",
        ),
        (
            "RuntimeError",
            "stack expects each tensor to be equal size, but got [3] at entry 0 and [4] at entry 1",
            "collate_fn",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "shapes_do_not_fit"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "the learner's own words")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (16x28 and 784x10)")

    assert diagnosis.cause == "shapes_do_not_fit"
