"""Waiting for a batch, of iterators made here. Real loaders are seen in a real run (`tests/ray`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from allranks.recorder import activity
from allranks.recorder.activity import MainThread
from allranks.recorder.observers.batches import see


@pytest.fixture(autouse=True)
def main(monkeypatch: pytest.MonkeyPatch) -> MainThread:
    main = MainThread()
    monkeypatch.setattr(activity, "main", main)
    main.begin_loop()
    return main


def loader(main: MainThread, inner: Iterator[int]) -> Iterator[int]:
    """What gives the batches of `inner`, seen as a loader's iterator is; it is asked only while waiting for data."""

    class Loading:
        def __iter__(self) -> Loading:
            return self

        def __next__(self) -> int:
            assert main.look().activity == "data"
            return next(inner)

    see(Loading, "__next__")
    return Loading()


def test_the_rank_waits_for_data_while_it_asks_for_a_batch(main: MainThread) -> None:
    for _ in loader(main, iter([1, 2, 3])):
        assert main.look().activity == "loop"
    assert main.batches == 3


def test_a_loader_in_a_loader_gives_each_batch_once(main: MainThread) -> None:
    assert list(loader(main, loader(main, iter([1, 2])))) == [1, 2]
    assert main.batches == 2


def test_what_it_raises_goes_through_and_gives_no_batch(main: MainThread) -> None:
    def broken() -> Iterator[int]:
        raise OSError("no disk")
        yield 1

    with pytest.raises(OSError, match="no disk"):
        next(loader(main, broken()))
    assert (main.batches, main.look().activity) == (0, "loop")


def test_to_make_an_iterator_is_to_wait_for_data_and_gives_no_batch(main: MainThread) -> None:
    class Loading:
        def __iter__(self) -> Iterator[int]:
            assert main.look().activity == "data"
            return iter([1])

    see(Loading, "__iter__")
    assert list(Loading()) == [1]
    assert main.batches == 0
