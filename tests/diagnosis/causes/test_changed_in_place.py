from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "a variable has been modified by an inplace operation: [torch.FloatTensor [3, 2]]",
            "overwritten",
        ),
        ("RuntimeError", "a leaf Variable that requires grad is being used in an in-place operation.", "being trained"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "changed_in_place"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "the learner's own words")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped(
        "RuntimeError",
        "a variable has been modified by an inplace operation: [torch.FloatTensor [3, 2]]",
    )

    assert diagnosis.cause == "changed_in_place"
