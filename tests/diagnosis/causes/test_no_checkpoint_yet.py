from __future__ import annotations

from failing_runs import causes_of, own_frame, told

NONE = "'NoneType' object has no attribute 'as_directory'"
TAKING = own_frame(7, "with checkpoint.as_directory() as folder:", "train_loop")


def test_the_first_attempt_has_no_checkpoint_to_begin_from() -> None:
    [diagnosis] = told("AttributeError", NONE, TAKING)

    assert diagnosis.cause == "no_checkpoint_yet"
    assert diagnosis.where == TAKING
    assert diagnosis.sketch is not None
    assert "if checkpoint:" in diagnosis.sketch


def test_a_result_without_a_checkpoint_is_another_matter() -> None:
    frame = own_frame(9, "result.checkpoint.as_directory()", "<module>")

    [diagnosis] = told("AttributeError", NONE, frame, rank=None)

    assert diagnosis.cause == "no_checkpoint_yet"
    assert "of the result" in diagnosis.title


def test_none_of_something_else_is_left_alone() -> None:
    assert causes_of(told("AttributeError", NONE, own_frame(7, "with place.as_directory():"))) == ["worker_raised"]
    assert causes_of(told("AttributeError", "'NoneType' object has no attribute 'shape'", TAKING)) == ["worker_raised"]
