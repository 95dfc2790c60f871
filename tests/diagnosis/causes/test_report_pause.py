from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of


def run(checkpoint: float, forward: float) -> FailingRun:
    story = FailingRun("train.report({}, checkpoint=checkpoint)\n").workers(2)
    for index in range(4):
        story.spent(0, index, checkpoint=checkpoint, forward=forward, report=0.01)
        story.spent(1, index, report=checkpoint, forward=forward)
    return story.ends("completed", 0)


def test_uploads_that_take_most_of_the_time_are_measured() -> None:
    [diagnosis] = diagnose(run(2.0, 1.0).records())

    assert diagnosis.cause == "report_pause"
    assert diagnosis.title == "Saving checkpoints took 66 % of the time of rank 0"
    assert "2,000 ms for each checkpoint" in diagnosis.what_happened
    assert "ASYNC" in diagnosis.mend
    assert diagnosis.advice


def test_short_uploads_are_not_worth_a_word() -> None:
    assert causes_of(diagnose(run(0.05, 1.0).records())) == []
