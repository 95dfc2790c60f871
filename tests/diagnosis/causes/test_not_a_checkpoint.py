from __future__ import annotations

from failing_runs import causes_of, library_frame, own_frame, told

REPORT = own_frame(7, "train.report(metrics, checkpoint=folder)", "train_loop")
NO_PATH = "'str' object has no attribute 'path'"


def test_a_path_that_was_reported_is_no_checkpoint() -> None:
    [diagnosis] = told("AttributeError", NO_PATH, library_frame("ray/train/v2/storage.py"), REPORT)

    assert diagnosis.cause == "not_a_checkpoint"
    assert "is a str and no Checkpoint" in diagnosis.title


def test_an_attribute_that_the_learner_takes_is_another_error() -> None:
    assert causes_of(told("AttributeError", NO_PATH, REPORT)) == ["worker_raised"]
