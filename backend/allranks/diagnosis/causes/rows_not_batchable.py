"""A DataLoader cannot make a batch of what the dataset gives."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_FOUND = re.compile(r"default_collate: batch must contain .*found <class '([\w.]+)'>")
_UNEQUAL = "each element in list of batch should be of equal size"


class RowsNotBatchable(KnownError):
    """The loader stacks tensors, numbers, and lists and dictionaries of them; texts stay a list."""

    id: ClassVar[str] = "rows_not_batchable"
    order: ClassVar[int] = 457

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _FOUND.search(error.message)
        where = error.where
        if where is None or (found is None and _UNEQUAL not in error.message):
            return None
        kind = found[1].rpartition(".")[2] if found else ""
        if not kind:
            return Known(
                title=f"The rows of the batch at line {where.line} are lists of different lengths",
                what_happened="A batch is one tensor for each place in a row, and these rows have different places.",
                mend="Make them one length in the dataset, or pad them in a `collate_fn`.",
                sketch=_PADDED,
            )
        none = kind == "NoneType"
        return Known(
            title=f"The dataset gave {'None' if none else f'a {kind}'}, of which line {where.line} can make no batch",
            what_happened=(
                "`__getitem__` of the dataset came to its end without a `return` for some row, or returned None."
                if none
                else "A DataLoader stacks tensors, arrays, numbers, and lists and dictionaries of them; it does not "
                "know how to stack this."
            ),
            mend="Let `__getitem__` return a row each time."
            if none
            else "Turn it into a tensor in `__getitem__`, or give the loader a `collate_fn` that makes the batch.",
            sketch=(
                "def __getitem__(self, index):\n"
                "    return torch.as_tensor(self.rows[index], dtype=torch.float32), self.labels[index]\n"
            ),
        )


_PADDED = """def padded(rows):
    return torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)


loader = DataLoader(dataset, batch_size=8, collate_fn=padded)
"""
