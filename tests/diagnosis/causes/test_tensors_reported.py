from __future__ import annotations

import pytest

from failing_runs import causes_of, told


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "ValueError",
            "Passing objects containing Torch tensors as metrics is not supported as it will throw an "
            "exception on deserialization.",
            "train.report was given a tensor",
        ),
        (
            "ValueError",
            "Returning objects containing Torch tensors from the training function is not supported",
            "The loop returned",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "tensors_reported"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("ValueError", "only one element tensors can be converted to Python scalars"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["not_one_value"]
