"""What each rank read, put together from pieces."""

from __future__ import annotations

from allranks.grading import Observed
from allranks.grading.rows import Pass, line, passes_of, rows, unread
from reading_stories import two_ranks


def test_pieces_make_a_pass_in_the_order_of_reading() -> None:
    story = two_ranks().read(0, [3, 1, 2, 0], pieces=2).read(1, [5], epoch=1, ended=False)

    assert passes_of(Observed(story.records()), "train") == {
        0: [Pass([3, 1, 2, 0], 2, True)],
        1: [Pass([5], 2, False)],
    }


def test_another_dataset_is_not_mixed_in() -> None:
    story = two_ranks().read(0, [3], "eval").read(0, [1])

    assert passes_of(Observed(story.records()), "train")[0] == [Pass([1], 2, True)]


def test_an_earlier_attempt_does_not_count() -> None:
    story = two_ranks().read(0, [1])
    story.rank_raised(0).group_ended().group(2)

    assert passes_of(Observed(story.records()), "train") == {0: [], 1: []}


def test_who_read_nothing_is_named_with_the_way_to_the_rows() -> None:
    nobody = unread("eval", {0: [], 1: []})
    assert nobody is not None
    assert nobody.startswith("No rank read the dataset 'eval'.")
    assert "get_dataset_shard('eval')" in nobody
    one = unread("DataLoader 1", {0: [Pass([1], 1, True)], 1: []})
    assert one is not None
    assert one.startswith("Not read by rank 1: the prepared DataLoader 1.")
    assert "prepare_data_loader" in one


def test_batches_without_ids_are_told_apart_from_nothing() -> None:
    sentence = unread("train", {0: [Pass([], 4, True)]})
    assert sentence == "Rank 0 read the dataset 'train', but its batches did not tell which rows they hold."
    assert unread("train", {0: [Pass([1], 1, True)]}) is None


def test_many_rows_are_named_by_the_first() -> None:
    assert rows([3]) == "row 3"
    assert rows([3, 4]) == "rows 3 and 4"
    assert rows(list(range(9))) == "rows 0, 1, 2, 3, 4 and 4 more"


def test_a_line_of_evidence_counts_each_pass() -> None:
    assert line(0, []) == "rank 0: read nothing"
    assert line(0, [Pass([1, 2], 1, True)]) == "rank 0: 2 rows in 1 batch"
    assert line(1, [Pass([1, 2], 2, True)] * 3) == "rank 1: 2 rows in 2 batches in each of 3 passes"
    assert line(1, [Pass([1, 2], 2, True), Pass([1], 2, False)]) == "rank 1: 2 rows in 2 batches; 1 row in 2 batches"
