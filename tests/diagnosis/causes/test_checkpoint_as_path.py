from __future__ import annotations

from failing_runs import AT_THE_LINE, LOOP_LINE, causes_of, told, told_wrapped

REFUSED = "You cannot use `Checkpoint` objects directly as paths. Use `Checkpoint.to_directory()` instead."


def test_the_folder_of_the_checkpoint_is_shown() -> None:
    [diagnosis] = told("TypeError", REFUSED)

    assert diagnosis.cause == "checkpoint_as_path"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
    assert diagnosis.sketch is not None
    assert "with checkpoint.as_directory() as folder:" in diagnosis.sketch


def test_in_the_driver_it_is_the_result_s() -> None:
    [diagnosis] = told("TypeError", REFUSED, AT_THE_LINE, rank=None)

    assert diagnosis.sketch is not None
    assert "with result.checkpoint.as_directory() as folder:" in diagnosis.sketch


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("TypeError", "a path cannot be used as a number")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    assert told_wrapped("TypeError", REFUSED)[0].cause == "checkpoint_as_path"
