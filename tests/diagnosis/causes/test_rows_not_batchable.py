from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "TypeError",
            "default_collate: batch must contain tensors, numpy arrays, ...; found <class 'NoneType'>",
            "without a `return`",
        ),
        (
            "TypeError",
            "default_collate: batch must contain tensors, numpy arrays, ...; found <class 'PIL.Image.Image'>",
            "gave a Image",
        ),
        (
            "RuntimeError",
            "each element in list of batch should be of equal size",
            "pad_sequence",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "rows_not_batchable"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("TypeError", "the batch must contain apples")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped(
        "TypeError",
        "default_collate: batch must contain tensors, numpy arrays, ...; found <class 'NoneType'>",
    )

    assert diagnosis.cause == "rows_not_batchable"
