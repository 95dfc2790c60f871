from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

LINE = own_frame(9, "augment(batch)")


def run(slow: float, usual: float) -> FailingRun:
    story = FailingRun().workers(3)
    for index in range(3):
        for rank in (0, 1):
            story.spent(rank, index, forward=usual, backward=max(0.1, slow - usual))
        story.spent(2, index, forward=0.5, loop=max(0.0, slow - 0.5), backward=0.1)
    return story.sampled(2, where=LINE).sampled(2, where=LINE).ends("completed", 0)


def test_the_rank_that_the_others_wait_for_is_named_with_its_line() -> None:
    [diagnosis] = diagnose(run(3.0, 0.5).records())

    assert diagnosis.cause == "slow_rank"
    assert diagnosis.title == "Rank 2 is slower than the others, and they wait for it"
    assert "most of it in its own lines" in diagnosis.what_happened
    assert diagnosis.where == LINE


def test_ranks_that_are_about_as_fast_are_left_alone() -> None:
    assert causes_of(diagnose(run(0.6, 0.5).records())) == []
