"""Which rows a rank's loop takes from a torch DataLoader that went through `prepare_data_loader`.

A batch does not say which rows it is made of. The sampler does, while it draws them, which may be long before the loop
takes the batch; so the numbers are kept as they are drawn, in that order, until their batch is taken.
"""

from __future__ import annotations

import functools
import operator
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from ..channel import channel
from ..rank import Rank
from ..reading import Ids, Pass, Reading

_readings: list[Reading] = []
_iterated: weakref.WeakKeyDictionary[Any, Loader] = weakref.WeakKeyDictionary()
"""By what `prepare_data_loader` returned, which the loop iterates."""
_drawing: weakref.WeakKeyDictionary[Any, Loader] = weakref.WeakKeyDictionary()
"""By the DataLoader that draws: the one inside Ray's wrapper, or the same where there is no wrapper."""
_iterators: weakref.WeakKeyDictionary[Any, Loader] = weakref.WeakKeyDictionary()
"""By the iterator that the loop calls."""


def observe(rank: Rank) -> None:
    """See which loaders this rank prepares."""
    import ray.train.torch
    import ray.train.v2.torch.train_loop_utils

    module = ray.train.v2.torch.train_loop_utils
    real: Callable[..., Any] = module.prepare_data_loader
    ids = Ids()

    # The wrapper keeps the original's module and name, under which a pickled loop looks it up.
    @functools.wraps(real)
    def prepare_data_loader(*arguments: Any, **keywords: Any) -> Any:
        prepared = real(*arguments, **keywords)
        try:
            _watch(prepared, rank, ids)
        except Exception as error:  # an odd loader; the learner's program must not notice
            reason = f"a prepared loader could not be watched: {error!r}"[:300]
            channel().emit("events_dropped", count=1, reason=reason)
        return prepared

    module.prepare_data_loader = prepare_data_loader
    ray.train.torch.prepare_data_loader = prepare_data_loader


def before_report(rank: Rank) -> None:
    """Tell what was read until now."""
    for reading in _readings:
        reading.flush()


after_loop = before_report


def _watch(prepared: Any, rank: Rank, ids: Ids) -> None:
    _watch_classes()
    if prepared not in _iterated:
        loader = Loader(Reading(rank, f"DataLoader {len(_readings) + 1}", "torch", ids))
        _iterated[prepared] = loader
        _drawing[vars(prepared).get("_dataloader", prepared)] = loader
        _readings.append(loader.reading)


class Loader:
    """A prepared loader: the pass that it is in, and what was drawn for batches that nobody took yet."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.drawn: deque[Any] = deque()
        self.current: Pass | None = None

    def begin(self) -> None:
        """The loop asked for an iterator, and nothing was drawn for it yet."""
        self.drawn = deque()
        self.current = self.reading.begin()

    def took(self) -> None:
        """The loop was handed the next batch."""
        if self.current is not None:
            self.current.took(rows_of(self.drawn.popleft()) if self.drawn else [])

    def finish(self) -> None:
        """There was no further batch."""
        if self.current is not None:
            self.current.finish()


class Drawing:
    """A sampler that keeps what it draws. Everything else is the sampler's own."""

    def __init__(self, sampler: Any, loader: Loader) -> None:
        self._sampler = sampler
        self._loader = loader

    def __iter__(self) -> Iterator[Any]:
        return self._draw(iter(self._sampler), self._loader.drawn)

    def _draw(self, sampler: Iterator[Any], drawn: deque[Any]) -> Iterator[Any]:
        for indices in sampler:
            if not self._loader.reading.ids.used_up:
                drawn.append(indices)
            yield indices

    def __len__(self) -> int:
        return len(self._sampler)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sampler, name)


@functools.cache
def _watch_classes() -> None:
    from ray.train.torch.train_loop_utils import _WrappedDataLoader
    from torch.utils.data import DataLoader
    from torch.utils.data.dataloader import _BaseDataLoaderIter

    loading: Any = DataLoader
    index_sampler: Callable[[Any], Any] = loading._index_sampler.fget

    def observed(self: Any) -> Any:
        sampler, loader = index_sampler(self), _found(_drawing, self)
        return Drawing(sampler, loader) if loader is not None and getattr(self, "in_order", True) else sampler

    loading._index_sampler = property(observed)
    for iterable in (DataLoader, _WrappedDataLoader):
        _watch_iter(iterable)
    for iterator in (_BaseDataLoaderIter, _WrappedDataLoader):
        _watch_next(iterator)


def _watch_iter(kind: Any) -> None:
    real: Callable[[Any], Any] = kind.__iter__

    @functools.wraps(real)
    def __iter__(self: Any) -> Any:
        loader = _found(_iterated, self)
        if loader is not None:
            loader.begin()
        iterator = real(self)
        if loader is not None:
            _iterators[iterator] = loader
        return iterator

    kind.__iter__ = __iter__


def _watch_next(kind: Any) -> None:
    real: Callable[[Any], Any] = kind.__next__

    @functools.wraps(real)
    def __next__(self: Any) -> Any:
        loader = _found(_iterators, self)
        try:
            batch = real(self)
        except StopIteration:
            if loader is not None:
                loader.finish()
            raise
        if loader is not None:
            loader.took()
        return batch

    kind.__next__ = __next__


def _found(loaders: weakref.WeakKeyDictionary[Any, Loader], key: Any) -> Loader | None:
    try:
        return loaders.get(key)
    except TypeError:  # a class of the learner's that cannot be hashed is none that we know
        return None


def rows_of(indices: Any) -> list[int]:
    """What a sampler drew for one batch, as numbers; empty when it draws something else, as for an IterableDataset."""
    try:
        return [operator.index(index) for index in (indices if isinstance(indices, list | tuple) else [indices])]
    except Exception:  # a sampler is whatever the learner makes it
        return []
