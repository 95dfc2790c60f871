"""What is counted of Ray Data's batches. That Ray's own iterators are counted is seen in a real run (`tests/ray`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy
import pytest

from allranks.recorder.observers.ray_data_rows import counted, ids_of
from allranks.recorder.rank import Rank
from allranks.recorder.reading import Ids, Reading


class Column:
    """A column as an Arrow table has it."""

    def __init__(self, values: list[int]) -> None:
        self.values = values

    def __getitem__(self, part: slice) -> Column:
        return Column(self.values[part])

    def to_pylist(self) -> list[int]:
        return self.values


@pytest.mark.parametrize(
    ("batch", "ids"),
    [
        ({"id": numpy.array([3, 1, 2], dtype=numpy.int32), "x": numpy.zeros(3)}, [3, 1, 2]),
        ({"id": numpy.array([3, 1, 2], dtype=numpy.uint64)}, [3, 1, 2]),
        ({"id": Column([7, 8])}, [7, 8]),
        ({"id": 5, "x": 1.0}, [5]),
        ({"id": numpy.int64(5)}, [5]),
        ({"id": numpy.array([0.5, 1.0])}, []),
        ({"id": numpy.array([True, False])}, []),
        ({"id": numpy.array([[1], [2]])}, []),
        ({"id": ["a", "b"]}, []),
        ({"x": numpy.zeros(3)}, []),
        (numpy.zeros((3, 4)), []),
        ((numpy.zeros(3), numpy.zeros(3)), []),
        (None, []),
    ],
)
def test_ids_are_the_whole_numbers_of_the_column_id(batch: Any, ids: list[int]) -> None:
    assert ids_of(batch, 100) == ids


def test_no_more_ids_are_looked_at_than_may_be_told_and_one_that_shows_there_are_more() -> None:
    assert ids_of({"id": numpy.arange(1000)}, 2) == [0, 1, 2]


def reading() -> Reading:
    return Reading(Rank(attempt=1, rank=0), "train", "ray_data", Ids())


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []

    class Channel:
        def emit(self, kind: str, **fields: Any) -> None:
            events.append(fields)

    monkeypatch.setattr("allranks.recorder.rank.channel", Channel)
    return events


def test_the_loop_gets_the_very_same_batches(told: list[dict[str, Any]]) -> None:
    batches = [{"id": numpy.array([1, 2])}, {"id": numpy.array([3])}]

    taken = list(counted(lambda: iter(batches), reading()))

    assert all(ours is theirs for ours, theirs in zip(taken, batches, strict=True))
    assert [(event["rows"], event["batches"], event["ended"]) for event in told] == [([1, 2, 3], 2, True)]


def test_leaving_early_leaves_rays_iterator_at_once_and_counts_what_was_taken(told: list[dict[str, Any]]) -> None:
    left: list[int] = []

    def batches() -> Iterator[dict[str, Any]]:
        try:
            for number in range(10):
                yield {"id": numpy.array([number])}
        finally:
            left.append(number)

    loop = counted(batches, reading())
    next(loop)
    next(loop)
    loop.close()  # type: ignore[attr-defined]

    assert left == [1], "nothing was read ahead"
    assert [(event["rows"], event["batches"], event["ended"]) for event in told] == [([0, 1], 2, False)]


def test_what_the_dataset_raises_reaches_the_loop(told: list[dict[str, Any]]) -> None:
    def batches() -> Iterator[dict[str, Any]]:
        yield {"id": numpy.array([1])}
        raise ValueError("a bad row")

    with pytest.raises(ValueError, match="a bad row"):
        list(counted(batches, reading()))
    assert [(event["rows"], event["ended"]) for event in told] == [([1], False)]
