from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import RowsRead
from failing_runs import FailingRun, causes_of


def run(rows: dict[int, list[int]], dataset: str = "train") -> FailingRun:
    story = FailingRun("train.get_dataset_shard('train')\n").workers(len(rows))
    for rank, read in rows.items():
        story.events.append(
            RowsRead(
                attempt=1, rank=rank, dataset=dataset, source="ray_data", epoch=0, rows=read, batches=1, ended=True
            )
        )
    return story.ends("completed", 0)


def test_ranks_with_the_same_rows_do_the_work_twice() -> None:
    [diagnosis] = diagnose(run({0: [0, 1, 2, 3], 1: [3, 2, 1, 0]}).records())

    assert diagnosis.cause == "same_rows"
    assert diagnosis.title == "Every rank read the same rows of train"
    assert diagnosis.advice


def test_parts_of_the_data_are_as_they_should_be() -> None:
    assert causes_of(diagnose(run({0: [0, 1, 2, 3], 1: [4, 5, 6, 7]}).records())) == []


def test_data_for_evaluation_may_be_read_by_all() -> None:
    assert causes_of(diagnose(run({0: [0, 1, 2, 3], 1: [0, 1, 2, 3]}, "validation").records())) == []
