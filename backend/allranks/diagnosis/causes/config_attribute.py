"""A key of a dictionary was asked for as an attribute."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_MISSING = re.compile(r"'dict' object has no attribute '(\w+)'")


class ConfigAttribute(KnownError):
    """`train_loop_config` comes as the dictionary that it was given as, and so do batches of columns."""

    id: ClassVar[str] = "config_attribute"
    order: ClassVar[int] = 433

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _MISSING.search(error.message)
        where = error.where
        if error.error_type != "AttributeError" or found is None or where is None or error.frames[0] != where:
            return None
        asked = re.search(rf"([\w.]+)\.{found[1]}\b", where.text)
        name = asked[1] if asked else "config"
        return Known(
            title=f"Line {where.line} asks a dictionary for the attribute {found[1]}",
            what_happened=f"`{name}` is a dictionary: what is in it is found by its key, in brackets and quotes.",
            mend=f'Write `{name}["{found[1]}"]`.',
            sketch=f'{name}["{found[1]}"]\n',
        )
