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
    assert "Of each checkpoint of rank 0, 2,000 ms went to the copy into storage" in diagnosis.what_happened
    assert "The others waited where ranks meet, up to 2,000 ms a report." in diagnosis.what_happened
    assert "ASYNC" in diagnosis.mend
    assert diagnosis.advice


def test_short_uploads_are_not_worth_a_word() -> None:
    assert causes_of(diagnose(run(0.05, 1.0).records())) == []


def written(serialise: float, checkpoint: float) -> FailingRun:
    story = FailingRun("torch.save(state, path)\ntrain.report({}, checkpoint=checkpoint)\n").workers(2)
    for index in range(4):
        story.spent(0, index, serialise=serialise, checkpoint=checkpoint, forward=1.0)
        story.spent(1, index, report=serialise + checkpoint, forward=1.0)
    return story.ends("completed", 0)


def test_writing_the_files_and_copying_them_are_told_apart() -> None:
    [diagnosis] = [found for found in diagnose(written(0.25, 2.0).records()) if found.cause == "report_pause"]

    assert "250 ms went to `torch.save` and 2,000 ms to the copy into storage" in diagnosis.what_happened
    assert "ASYNC" in diagnosis.mend
    assert diagnosis.where is not None
    assert diagnosis.where.line == 2


def test_where_writing_takes_longest_its_line_is_named_and_no_copy_in_the_background_is_advised() -> None:
    [diagnosis] = [found for found in diagnose(written(3.0, 0.5).records()) if found.cause == "report_pause"]

    assert "3,000 ms went to `torch.save`" in diagnosis.what_happened
    assert diagnosis.where is not None
    assert diagnosis.where.line == 1
    assert "ASYNC" not in diagnosis.mend


def test_a_save_that_is_not_reported_is_no_pause_of_a_report() -> None:
    story = FailingRun("torch.save(state, path)\n").workers(1)
    for index in range(4):
        story.spent(0, index, serialise=3.0, forward=1.0)
    assert "report_pause" not in causes_of(diagnose(story.ends("completed", 0).records()))
