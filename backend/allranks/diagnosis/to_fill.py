"""Dictionaries in a piece of advice whose values only the learner knows."""

from __future__ import annotations

import json
from collections.abc import Iterable


def filled(keys: Iterable[str]) -> str:
    """A dictionary of these keys, `...` for each value."""
    return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: ..." for key in keys) + "}"
