from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("RuntimeError", "element 0 of tensors does not require grad and does not have a grad_fn", "can be trained"),
        (
            "RuntimeError",
            "DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient.",
            "wrapped model",
        ),
        (
            "RuntimeError",
            "Trying to backward through the graph a second time.",
            "used up",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "no_gradient"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("RuntimeError", "a leaf Variable that requires grad is being used in an in-place operation."),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    [cause] = causes_of(told(error_type, message))

    assert cause != "no_gradient"


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("RuntimeError", "element 0 of tensors does not require grad and does not have a grad_fn")

    assert diagnosis.cause == "no_gradient"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
