from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("AttributeError", "'dict' object has no attribute 'lr'", 'config["lr"]'),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "config_attribute"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("AttributeError", "'Config' object has no attribute 'lr'")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("AttributeError", "'dict' object has no attribute 'lr'")

    assert diagnosis.cause == "config_attribute"
