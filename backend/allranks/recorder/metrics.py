"""From whatever a learner reports to flat, small, JSON-safe metrics."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

KEYS = 64
KEY_CHARACTERS = 80
TEXT_CHARACTERS = 200


def flatten(metrics: Any) -> dict[str, Any]:
    """Nested dicts become `outer/inner`; numpy and torch scalars become numbers; NaN and infinity become
    `{"nonfinite": ...}`; anything else becomes its clipped `repr`. At most `KEYS` keys, the first ones."""
    flat: dict[str, Any] = {}
    for key, value in _walk(metrics, "", 0):
        if len(flat) >= KEYS:
            break
        flat[key[:KEY_CHARACTERS]] = simple(value)
    return flat


def other_types(metrics: Any) -> dict[str, str]:
    """What in a report is neither a number nor a text, by its key, and its type: nothing of it can be drawn."""
    if not isinstance(metrics, Mapping):
        return {}
    found = islice(((key, value) for key, value in metrics.items() if not _is_plain(value)), KEYS)
    return {str(key)[:KEY_CHARACTERS]: type(value).__name__[:KEY_CHARACTERS] for key, value in found}


def _is_plain(value: Any) -> bool:
    if value is None or isinstance(value, int | float | str):
        return True
    return not isinstance(value, Mapping) and callable(getattr(value, "item", None)) and _is_one(value)


def _is_one(value: Any) -> bool:
    return getattr(value, "size", None) == 1


def _walk(value: Any, prefix: str, depth: int) -> Iterable[tuple[str, Any]]:
    if not isinstance(value, Mapping) or depth > 5:
        yield prefix or "value", value
        return
    for key, inner in value.items():
        yield from _walk(inner, f"{prefix}/{key}" if prefix else str(key), depth + 1)


def simple(value: Any) -> Any:
    """One value as a `protocol.Metric`."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value[:TEXT_CHARACTERS]
    if isinstance(value, int):
        # Beyond 2**53 a browser cannot hold it exactly, and beyond 4300 digits Python refuses to print it.
        return value if abs(value) < 2**53 else simple(float(value) if abs(value) < 10**300 else math.inf)
    if isinstance(value, float):
        if math.isnan(value):
            return {"nonfinite": "nan"}
        if math.isinf(value):
            return {"nonfinite": "inf" if value > 0 else "-inf"}
        return value
    item = getattr(value, "item", None)
    if callable(item) and _is_one(value):
        return simple(item())
    return repr(value)[:TEXT_CHARACTERS]
