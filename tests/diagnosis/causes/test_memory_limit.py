from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

DEAD = "The actor is dead because its worker process has died."
LINE = own_frame(9, "kept.append(batch)")


def test_the_growth_of_each_rank_is_the_evidence() -> None:
    story = FailingRun().workers(2)
    for megabytes in (400, 700, 1100):
        story.sampled(1, rss_bytes=megabytes * 2**20, where=LINE)
    story.sampled(0, rss_bytes=300 * 2**20).worker_fails(1, "ActorDiedError", DEAD).fit_passes_it_on()

    [diagnosis] = diagnose(story.ends("out_of_memory").records())

    assert diagnosis.cause == "memory_limit"
    assert diagnosis.title == "Rank 1 ran out of memory and was killed"
    assert diagnosis.where == LINE
    assert "rank 1 held the most of it" in diagnosis.what_happened
    assert "rank 1 held 400 MiB at first, 1,100 MiB at most and 1,100 MiB when it was last seen" in diagnosis.evidence


def test_without_samples_the_kernels_count_is_enough() -> None:
    [diagnosis] = diagnose(FailingRun().ends("out_of_memory").records())

    assert diagnosis.title == "The program ran out of memory and was killed"
    assert diagnosis.evidence == []


def test_a_process_that_died_of_something_else_is_not_called_that() -> None:
    story = FailingRun().workers(1).sampled(0, rss_bytes=2**30).worker_fails(0, "ActorDiedError", DEAD)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_died"]
