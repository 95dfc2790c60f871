from __future__ import annotations

import pytest

from failing_runs import AT_THE_LINE, LOOP_LINE, causes_of, library_frame, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "ValueError",
            "optimizer got an empty parameter list",
            "ModuleList",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "optimizer_without_parameters"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("TypeError", "'Linear' object is not iterable")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("ValueError", "optimizer got an empty parameter list")

    assert diagnosis.cause == "optimizer_without_parameters"


def test_a_model_in_place_of_its_parameters_is_known_by_where_it_was_refused() -> None:
    of_torch = library_frame("torch/optim/optimizer.py")
    [diagnosis] = told("TypeError", "'Linear' object is not iterable", of_torch, AT_THE_LINE)

    assert diagnosis.cause == "optimizer_without_parameters"
    assert "model.parameters()" in diagnosis.mend
