from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of

SOURCE = "def train_loop(config):\n    train.report({'loss': loss})\n"


def test_the_first_report_and_its_rank_are_named() -> None:
    story = FailingRun(SOURCE).workers(2)
    for rank, losses in {0: (1.0, 0.9, float("nan")), 1: (1.0, float("nan"), float("nan"))}.items():
        for loss in losses:
            story.reports(rank, loss=loss)

    [diagnosis] = diagnose(story.ends("completed", 0).records())

    assert diagnosis.cause == "loss_not_finite"
    assert diagnosis.title == "loss was NaN from report 2 on, on rank 1 first"
    assert diagnosis.ranks == [1]
    assert diagnosis.advice
    assert diagnosis.where is not None
    assert diagnosis.where.line == 2
    assert diagnosis.evidence == ["rank 1, up to report 2: 1, nan"]


def test_all_ranks_at_once_points_at_the_step_and_not_at_a_batch() -> None:
    story = FailingRun(SOURCE).workers(2)
    for rank in (0, 1):
        story.reports(rank, **{"train/loss": float("inf")})

    [diagnosis] = diagnose(story.ends("completed", 0).records())

    assert diagnosis.title == "train/loss was infinite from report 1 on, on every rank at once"
    assert "learning rate" in diagnosis.mend


def test_a_metric_that_is_no_loss_may_be_unknown() -> None:
    story = FailingRun(SOURCE).workers(1).reports(0, accuracy=float("nan"), loss=0.5)

    assert causes_of(diagnose(story.ends("completed", 0).records())) == []
