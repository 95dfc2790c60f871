"""When a rank's loop waits for a batch: any torch DataLoader's iterator, prepared or not. Ray Data's batches are seen
where their rows are (`ray_data_rows.py`)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import activity
from ..rank import Rank


def observe(rank: Rank) -> None:
    """See each batch that a loader gives from now on."""
    from ray.train.torch.train_loop_utils import _WrappedDataLoader
    from torch.utils.data import DataLoader
    from torch.utils.data.dataloader import _BaseDataLoaderIter

    see(DataLoader, "__iter__")  # this starts its workers, and draws
    for iterator in (_BaseDataLoaderIter, _WrappedDataLoader):
        see(iterator, "__next__")


def see(kind: Any, name: str) -> None:
    """Let `kind`'s method count as waiting for data, and what it returns as a batch if it is the next one."""
    real: Callable[..., Any] = getattr(kind, name)
    main, is_batch = activity.main, name == "__next__"

    @functools.wraps(real)
    def seen(self: Any) -> Any:
        # Ray's loader asks torch's: the outermost counts, once.
        before = main.enter_unless("data")
        if before is None:
            return real(self)
        try:
            batch = real(self)
            if is_batch:
                main.took_batch()
            return batch
        finally:
            main.leave(before)

    setattr(kind, name, seen)
