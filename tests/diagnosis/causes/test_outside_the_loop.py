from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, own_frame, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "`ray.train.report` cannot be used outside of a Ray Train training function. You are "
            "calling this API from the driver.",
            "outside of it",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "outside_the_loop"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("RuntimeError", "it is cold outside"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("RuntimeError", "`get_context` cannot be used outside of a Ray Train training function.")

    assert diagnosis.cause == "outside_the_loop"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_a_loop_that_was_called_where_it_had_to_be_handed_over_is_told_apart() -> None:
    source = "def loop():\n    train.report({})\n\n\nTorchTrainer(loop()).fit()\n"
    frames = (own_frame(2, "train.report({})", "loop"), own_frame(5, "TorchTrainer(loop()).fit()", "<module>"))
    message = "`ray.train.report` cannot be used outside of a Ray Train training function."

    [diagnosis] = told("RuntimeError", message, *frames, source=source, rank=None)

    assert diagnosis.title == "Line 5 calls loop instead of handing it to the trainer"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 5
