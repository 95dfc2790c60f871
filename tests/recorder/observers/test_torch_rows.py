"""How drawn indices find the batch that they are of. Real loaders are seen in a real run (`tests/ray`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy
import pytest

from allranks.recorder.observers.torch_rows import Drawing, Loader, rows_of
from allranks.recorder.rank import Rank
from allranks.recorder.reading import Ids, Reading


class Sampler:
    """Draws batches of two, and counts how often."""

    drop_last = False

    def __init__(self) -> None:
        self.drawn = 0

    def __iter__(self) -> Iterator[list[int]]:
        for first in (4, 0, 2):
            self.drawn += 1
            yield [first, first + 1]

    def __len__(self) -> int:
        return 3


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, list[int], int, bool]]:
    events: list[tuple[int, list[int], int, bool]] = []

    class Channel:
        def emit(self, kind: str, **fields: Any) -> None:
            events.append((fields["epoch"], fields["rows"], fields["batches"], fields["ended"]))

    monkeypatch.setattr("allranks.recorder.rank.channel", Channel)
    return events


@pytest.fixture
def loader() -> Loader:
    return Loader(Reading(Rank(attempt=1, rank=0), "DataLoader 1", "torch", Ids()))


def test_a_sampler_that_is_watched_is_otherwise_itself(loader: Loader) -> None:
    sampler = Sampler()
    watched = Drawing(sampler, loader)

    assert (len(watched), watched.drop_last) == (3, False)
    assert list(watched) == [[4, 5], [0, 1], [2, 3]]
    assert sampler.drawn == 3


def test_what_was_drawn_ahead_counts_when_its_batch_is_taken(
    loader: Loader, told: list[tuple[int, list[int], int, bool]]
) -> None:
    loader.begin()
    drawing = iter(Drawing(Sampler(), loader))
    list(drawing)
    loader.took()
    loader.took()
    loader.reading.flush()
    assert told == [(0, [4, 5, 0, 1], 2, False)]

    loader.took()
    loader.finish()
    assert told[1:] == [(0, [2, 3], 1, True)]


def test_what_was_drawn_for_a_pass_that_was_left_is_forgotten(
    loader: Loader, told: list[tuple[int, list[int], int, bool]]
) -> None:
    loader.begin()
    list(Drawing(Sampler(), loader))
    loader.took()
    loader.begin()
    next(iter(Drawing(Sampler(), loader)))
    loader.took()
    loader.reading.flush()

    assert told == [(0, [4, 5], 1, False), (1, [4, 5], 1, False)]


def test_batches_of_a_sampler_that_is_not_watched_are_counted(
    loader: Loader, told: list[tuple[int, list[int], int, bool]]
) -> None:
    loader.begin()
    loader.took()
    loader.finish()
    assert told == [(0, [], 1, True)]


@pytest.mark.parametrize(
    ("indices", "rows"),
    [
        ([1, 2], [1, 2]),
        ((1, 2), [1, 2]),
        (7, [7]),
        ([numpy.int64(3)], [3]),
        ([None, None], []),
        (["a"], []),
        (None, []),
    ],
)
def test_rows_are_what_was_drawn_as_numbers(indices: Any, rows: list[int]) -> None:
    assert rows_of(indices) == rows
