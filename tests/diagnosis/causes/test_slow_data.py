from __future__ import annotations

import pytest

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of

LOADER = "loader = DataLoader(rows, batch_size=4)\n"


def run(source: str, data: float) -> FailingRun:
    story = FailingRun(source).workers(2)
    for index in range(3):
        for rank in (0, 1):
            story.spent(rank, index, data=data, forward=0.5)
    return story.ends("completed", 0)


def test_a_loader_without_workers_is_named_when_the_time_went_there() -> None:
    [diagnosis] = diagnose(run(LOADER, 2.0).records())

    assert diagnosis.cause == "slow_data"
    assert diagnosis.title == "The ranks waited for data 80 % of the time"
    assert diagnosis.where is not None
    assert "num_workers=2" in diagnosis.mend


def test_a_loader_with_workers_is_not_blamed_for_having_none() -> None:
    [diagnosis] = diagnose(run(LOADER.replace("4)", "4, num_workers=2)"), 2.0).records())

    assert "num_workers" not in diagnosis.mend


@pytest.mark.parametrize(
    ("reports", "data", "forward"),
    [(1, 3.5, 0.1), (2, 3.5, 0.1), (5, 0.9, 0.05)],
    ids=["one report, the pipeline's start in it", "two, the start in the first", "less than the start of a pipeline"],
)
def test_a_healthy_toy_whose_dataset_starts_once_is_not_advised(reports: int, data: float, forward: float) -> None:
    story = FailingRun("for batch in shard.iter_torch_batches(batch_size=8):\n    pass\n").workers(2)
    for index in range(reports):
        for rank in (0, 1):
            story.spent(rank, index, data=data if index == 0 or reports > 2 else 0.02, forward=forward)
    assert causes_of(diagnose(story.ends("completed", 0).records())) == []


def test_a_dataset_that_is_waited_for_again_and_again_is() -> None:
    assert causes_of(diagnose(run("for batch in shard.iter_torch_batches():\n    pass\n", 5.0).records())) == [
        "slow_data"
    ]


def test_a_loader_that_is_fast_enough_may_have_no_workers() -> None:
    assert causes_of(diagnose(run(LOADER, 0.1).records())) == []
