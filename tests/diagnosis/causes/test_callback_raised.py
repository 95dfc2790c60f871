from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FILE_NAME, FailingRun, causes_of, own_frame

FIT = own_frame(20, "trainer.fit()", "<module>")
LOGGED = f"""Traceback (most recent call last):
  File "/lib/site-packages/ray/train/v2/_internal/callbacks/user_callback.py", line 34, in after_report
    user_callback.after_report(
  File "{FILE_NAME}", line 13, in after_report
    print(metrics["loss"])
KeyError: 'loss'
"""


def test_the_line_comes_from_the_controllers_log() -> None:
    story = (
        FailingRun().workers(1).driver_writes("".join(f"(TrainController pid=7) {x}\n" for x in LOGGED.splitlines()))
    )
    story.program_fails("ControllerError", "Training failed due to controller error:\n'loss'", FIT).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "callback_raised"
    assert diagnosis.title == "The callback after_report raised KeyError at line 13"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 13


def test_an_error_that_the_log_does_not_tell_of_stays_the_controllers() -> None:
    story = FailingRun().workers(1).program_fails("ControllerError", "Training failed:\n'loss'", FIT).ends()

    assert causes_of(diagnose(story.records())) == ["program_raised"]
