from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of

SOURCE = """keep = CheckpointConfig(
    num_to_keep=1,
    checkpoint_score_attribute="accuracy",
    checkpoint_score_order="min",
)
"""


def test_a_checkpoint_without_the_metric_counts_as_the_best_with_min() -> None:
    story = FailingRun(SOURCE).workers(1).saves_checkpoint("checkpoint_1", 0, accuracy=0.5)
    story.saves_checkpoint("checkpoint_2", 1, epoch=1)

    [diagnosis] = diagnose(story.ends("completed", 0).records())

    assert diagnosis.cause == "score_missing"
    assert diagnosis.title == "1 of 2 checkpoints lack accuracy, which they are scored by"
    assert "counts as the best" in diagnosis.what_happened
    assert diagnosis.evidence == ["checkpoint_2: epoch"]
    assert diagnosis.where is not None
    assert diagnosis.where.line == 3


def test_a_name_that_is_misspelt_gets_the_one_that_is_near() -> None:
    story = FailingRun(SOURCE).workers(1).saves_checkpoint("checkpoint_1", 0, acuracy=0.5)

    [diagnosis] = diagnose(story.ends("completed", 0).records())

    assert diagnosis.title == "No checkpoint has the metric accuracy that they are scored by"
    assert "`acuracy`" in diagnosis.mend


def test_rays_own_line_tells_a_name_that_is_not_in_the_file() -> None:
    story = FailingRun("keep = make()\n").workers(1).saves_checkpoint("checkpoint_1", 0, loss=0.5)
    story.driver_writes("Result dict has no key: f1. checkpoint_score_attr must be set to a key\n")

    assert causes_of(diagnose(story.ends("completed", 0).records())) == ["score_missing"]


def test_a_metric_that_is_there_each_time_is_enough() -> None:
    story = FailingRun(SOURCE).workers(1).saves_checkpoint("checkpoint_1", 0, accuracy=0.5)

    assert causes_of(diagnose(story.ends("completed", 0).records())) == []
