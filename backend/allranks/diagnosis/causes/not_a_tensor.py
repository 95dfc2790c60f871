"""A layer or a function of torch was given something else than a tensor."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NO_TENSOR = re.compile(
    r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)' \(position \d+\) must be (?:a )?Tensor,? not (?P<kind>[\w.]+)"
    r"|expected Tensor as element \d+ in argument \d+, but got (?P<element>[\w.]+)"
)


class NotATensor(KnownError):
    """Ray Data's `iter_batches` gives numpy's arrays, a dataset without conversion lists and numbers."""

    id: ClassVar[str] = "not_a_tensor"
    order: ClassVar[int] = 461

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _NO_TENSOR.search(error.message)
        where = error.where
        if error.error_type != "TypeError" or found is None or where is None:
            return None
        kind = found["kind"] or found["element"]
        of_ray = "array" in kind and bool(observed.program.calls("iter_batches"))
        why, mend, sketch = _BY_KIND["of ray" if of_ray else kind if kind in _BY_KIND else "other"]
        return Known(
            title=f"Line {where.line} gives torch a {kind} where it takes a tensor",
            what_happened=f"Layers and functions of torch compute with tensors alone. {why}",
            mend=mend,
            sketch=sketch,
        )


_UNPACK = (
    "A DataLoader gives for each batch the parts of its rows, as a list of tensors.",
    "Take the parts of the batch apart, and give the model the one that it is to get.",
    "for inputs, labels in loader:\n    outputs = model(inputs)\n# or, where rows have one part:\n"
    "for (inputs,) in loader:\n    outputs = model(inputs)\n",
)
_BY_KIND = {
    "of ray": (
        "Ray Data's `iter_batches` gives numpy's arrays.",
        "Let Ray Data make the tensors, with `iter_torch_batches`, which puts them on the rank's device too.",
        "for batch in shard.iter_torch_batches(batch_size=32, dtypes=torch.float32):\n    ...\n",
    ),
    "dict": (
        "A batch is a dictionary of columns: the model takes one of them.",
        "Take the column that the model is to get out of the dictionary.",
        'outputs = model(batch["features"])\n',
    ),
    "list": _UNPACK,
    "tuple": _UNPACK,
    "other": (
        "What a dataset or numpy gives is no tensor until it is made one.",
        "Make a tensor of it where it is read, in the number format of the model.",
        "inputs = torch.as_tensor(inputs, dtype=torch.float32)\n",
    ),
}
"""Why, what to do, and how, by what came."""
