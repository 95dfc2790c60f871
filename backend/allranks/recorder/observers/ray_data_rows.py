"""Which rows a rank's loop takes from Ray Data: the batches of every iterator that `get_dataset_shard` gave it.

The iterator stays Ray's own, of Ray's own type, and can be pickled as before: what it is called is remembered beside
it, and the three public methods of its class count what they yield when it is one of those. Nothing is read ahead.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from .. import activity
from ..channel import channel
from ..rank import Rank
from ..reading import Ids, Reading

METHODS = ("iter_torch_batches", "iter_batches", "iter_rows")
COLUMN = "id"
_END = object()

_readings: dict[str, Reading] = {}
_shards: weakref.WeakKeyDictionary[Any, Reading] = weakref.WeakKeyDictionary()


def observe(rank: Rank) -> None:
    """See which iterators this rank asks for. However the loop names the function, it ends in the train context."""
    from ray.train.v2._internal.execution.context import get_train_context

    context: Any = get_train_context()
    real: Callable[[Any], Any] = context.get_dataset_shard
    ids = Ids()

    def get_dataset_shard(dataset_info: Any) -> Any:
        shard = real(dataset_info)
        try:
            _watch(shard, str(dataset_info.dataset_name), rank, ids)
        except Exception as error:  # the learner's program must not notice
            reason = f"a dataset shard could not be watched: {error!r}"[:300]
            channel().emit("events_dropped", count=1, reason=reason)
        return shard

    context.get_dataset_shard = get_dataset_shard


def before_report(rank: Rank) -> None:
    """Tell what was read until now."""
    for reading in _readings.values():
        reading.flush()


after_loop = before_report


def _watch(shard: Any, name: str, rank: Rank, ids: Ids) -> None:
    _count_batches()
    if name not in _readings:
        _readings[name] = Reading(rank, name, "ray_data", ids)
    _shards[shard] = _readings[name]


@functools.cache
def _count_batches() -> None:
    # Only now, as a program without Ray Data need not import it.
    from ray.data import DataIterator

    for name in METHODS:
        setattr(DataIterator, name, _counting(getattr(DataIterator, name)))


def _counting(real: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(real)
    def iterate(self: Any, *arguments: Any, **keywords: Any) -> Any:
        batches = real(self, *arguments, **keywords)
        reading = _shards.get(self)
        if reading is not None and hasattr(batches, "iterator_gen"):
            # Each `iter()` of what came back is a pass of its own.
            batches.iterator_gen = functools.partial(counted, batches.iterator_gen, reading)
        return batches

    return iterate


def counted(generate: Callable[[], Iterator[Any]], reading: Reading) -> Iterator[Any]:
    """One pass: the same batches, each counted when the loop takes it. Left early, it leaves Ray's at once too."""
    batches = generate()
    begun = reading.begin()
    try:
        while (batch := _next(batches)) is not _END:
            begun.took([] if reading.ids.used_up else ids_of(batch, reading.ids.left))
            yield batch
        begun.finish()
    finally:
        begun.tell()
        close = getattr(batches, "close", None)
        if close is not None:
            close()


def _next(batches: Iterator[Any]) -> Any:
    before = activity.main.enter("data")
    try:
        batch = next(batches, _END)
        if batch is not _END and before is not None:
            activity.main.took_batch()
        return batch
    finally:
        activity.main.leave(before)


def ids_of(batch: Any, most: int) -> list[int]:
    """The column `id` of a batch of any format, or of a row; empty where there is none, or no whole numbers in it.

    One more than `most` are enough to see that there are too many. On a GPU, this waits for the batch to be there.
    """
    try:
        column = batch[COLUMN]
        if isinstance(column, int):
            column = [column]
        elif getattr(column, "ndim", 1) == 0:
            column = [column.item()]
        else:
            column = column[: most + 1]
            column = column.to_pylist() if hasattr(column, "to_pylist") else column.tolist()
        return column if set(map(type, column)) <= {int} else []
    except Exception:  # a batch is whatever the learner's own collate_fn makes of it
        return []
