from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "ValueError",
            "Default process group has not been initialized, please make sure to call init_process_group.",
            "leave the process group to Ray Train",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "no_process_group"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "the process group is tired")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped(
        "ValueError", "Default process group has not been initialized, please make sure to call init_process_group."
    )

    assert diagnosis.cause == "no_process_group"
