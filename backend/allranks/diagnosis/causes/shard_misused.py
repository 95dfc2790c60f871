"""A shard of Ray Data was used as a list or as a dataset of torch."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_SHARD = r"'(?:StreamSplitDataIterator|DataIteratorImpl|DataIterator|_DatasetShardProvider)'"
_MISUSED = re.compile(
    rf"object of type {_SHARD} has no len\(\)"
    rf"|{_SHARD} object (?:is not (?P<how>subscriptable|iterable|callable)|has no attribute '(?P<name>\w+)')"
)


class ShardMisused(KnownError):
    """`get_dataset_shard` gives an iterator of batches, while they are read elsewhere: nobody knows how many."""

    id: ClassVar[str] = "shard_misused"
    order: ClassVar[int] = 441

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _MISUSED.search(error.message)
        where = error.where
        if found is None or where is None:
            return None
        what = f"no {found['name']}" if found["name"] else f"not {found['how']}" if found["how"] else "no length"
        is_or_has = "is" if found["how"] else "has"
        return Known(
            title=f"A shard of Ray Data {is_or_has} {what}, which line {where.line} asks of it",
            what_happened=(
                "`get_dataset_shard` gives each rank an iterator of batches that other processes are still reading. "
                "It is neither a list nor a data set of torch: it has no length, no rows by number, and is not "
                "transformed any more."
            ),
            mend=(
                "Go through its batches with `iter_torch_batches`, which takes the place of a DataLoader. Map, filter "
                "and count the dataset before `fit()`, and hand over a number by `train_loop_config`."
            ),
            sketch=(
                'shard = train.get_dataset_shard("train")\n'
                "for batch in shard.iter_torch_batches(batch_size=32):\n"
                "    ...\n"
            ),
            rules=("RTL130",),
        )
