from __future__ import annotations

from allranks.diagnosis.memory import memory_lines
from allranks.diagnosis.observed import observe
from failing_runs import FailingRun


def test_first_most_and_last_of_each_rank() -> None:
    story = FailingRun().workers(1)
    for megabytes in (100, 1500, 900):
        story.sampled(0, rss_bytes=megabytes * 2**20)

    assert memory_lines(observe(story.records())) == (
        "rank 0 held 100 MiB at first, 1,500 MiB at most and 900 MiB when it was last seen",
    )


def test_without_samples_nothing_is_known() -> None:
    assert memory_lines(observe(FailingRun().workers(1).records())) == ()
