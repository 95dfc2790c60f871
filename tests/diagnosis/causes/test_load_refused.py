from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "UnpicklingError",
            "Weights only load failed. This file can still be loaded, to do so you have two options",
            "torch.load",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "load_refused"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("TypeError", "load() got an unexpected keyword argument 'weights_only'"),
        ("UnpicklingError", "invalid load key"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    [cause] = causes_of(told(error_type, message))

    assert cause != "load_refused"


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("UnpicklingError", "Weights only load failed.")

    assert diagnosis.cause == "load_refused"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
