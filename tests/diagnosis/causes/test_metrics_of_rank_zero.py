from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of

SOURCE = "result = trainer.fit()\nprint(result.metrics['accuracy'])\ntrain.report({'accuracy': accuracy})\n"


def run(values: dict[int, tuple[float, ...]], name: str = "accuracy", source: str = SOURCE) -> FailingRun:
    story = FailingRun(source).workers(len(values))
    for rank, reported in values.items():
        for value in reported:
            story.reports(rank, **{name: value})
    story.saves_checkpoint().ends("completed", 0)
    return story


def test_numbers_that_stay_apart_are_compared_with_their_mean() -> None:
    [diagnosis] = diagnose(run({0: (0.9, 0.9), 1: (0.2, 0.3)}).records())

    assert diagnosis.cause == "metrics_of_rank_zero"
    assert "accuracy=0.9; the mean over the ranks would be 0.6" in diagnosis.what_happened
    assert diagnosis.advice
    assert diagnosis.where is not None
    assert diagnosis.where.line == 3


def test_the_noise_of_batches_is_no_difference() -> None:
    assert causes_of(diagnose(run({0: (1.0, 0.8), 1: (1.05, 0.78)}).records())) == []


def test_what_is_named_after_the_rank_is_meant_to_differ() -> None:
    assert causes_of(diagnose(run({0: (0.0, 0.0), 1: (1.0, 1.0)}, "rank_number").records())) == []


def test_metrics_that_nobody_reads_afterwards_harm_nobody() -> None:
    assert causes_of(diagnose(run({0: (0.9, 0.9), 1: (0.2, 0.3)}, source="pass\n").records())) == []
