from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of


def run(percent: float, forward: float = 2.0) -> FailingRun:
    story = FailingRun("ScalingConfig(num_workers=4)\n").workers(2)
    for index in range(4):
        for rank in (0, 1):
            story.spent(rank, index, forward=forward, report=0.5)
            story.sampled(rank, activity="forward", cpu_percent=percent)
    return story.ends("completed", 0)


def test_ranks_that_compute_with_half_a_core_share_too_few() -> None:
    [diagnosis] = diagnose(run(45.0).records())

    assert diagnosis.cause == "few_cpus"
    assert "45 % of one on average" in diagnosis.what_happened
    assert diagnosis.advice


def test_ranks_with_a_core_each_have_enough() -> None:
    assert causes_of(diagnose(run(97.0).records())) == []


def test_ranks_that_mostly_wait_need_no_cpu() -> None:
    assert causes_of(diagnose(run(45.0, forward=0.2).records())) == []
