from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, library_frame, own_frame


def test_an_error_without_a_line_of_the_learners_is_said_to_come_from_elsewhere() -> None:
    frame = library_frame("ray/train/v2/_internal/execution/context.py")
    story = FailingRun().workers(2).worker_fails(1, "TimeoutError", "no answer for 600 s", frame)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.cause == "worker_failed"
    assert diagnosis.title == "Rank 1 failed outside your file"
    assert diagnosis.where == frame


def test_an_error_with_a_line_of_the_learners_does_not() -> None:
    frames = [own_frame(9, "model(inputs)"), library_frame()]
    story = FailingRun().workers(2).worker_fails(1, "TimeoutError", "no answer for 600 s", *frames)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_raised"]
