from __future__ import annotations

from allranks.diagnosis.observed import observe
from allranks.diagnosis.series import losses, non_finite, numbers, reports_by_rank
from failing_runs import FailingRun


def test_the_reports_of_the_last_attempt_by_rank() -> None:
    story = FailingRun().workers(2).reports(0, loss=9.0).workers(2).reports(1, loss=1.0).reports(0, loss=float("inf"))
    observed = observe(story.reports(0, loss=0.5, good=True).records())

    ranks = reports_by_rank(observed)

    assert {rank: len(reports) for rank, reports in ranks.items()} == {0: 2, 1: 1}
    assert numbers(ranks[0], "loss") == [0.5]
    assert numbers(ranks[0], "good") == []
    assert [(report.rank, name) for report, name, _ in non_finite(observed)] == [(0, "loss")]


def test_a_loss_is_known_by_its_name() -> None:
    story = (
        FailingRun().workers(1).report([0], **{"val/loss": 1.0, "glossary": 2.0, "train_loss": 3.0, "accuracy": 0.1})
    )

    assert losses(reports_by_rank(observe(story.records()))[0]) == ["val/loss", "train_loss"]
