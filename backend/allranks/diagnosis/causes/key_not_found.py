"""A dictionary, a batch or a row was asked for a key that it does not have."""

from __future__ import annotations

import ast
import difflib
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NEAR = 0.7


class KeyNotFound(KnownError):
    """Said where the learner's own line takes this key; what is written alike in the file is named."""

    id: ClassVar[str] = "key_not_found"
    order: ClassVar[int] = 473

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.error_type != "KeyError" or where is None or error.frames[0] != where:
            return None
        key = error.message.strip()
        if key[:1] not in "'\"" or key[-1:] != key[:1]:
            return None
        key = key[1:-1]
        taken = _taken_from(observed, where.line, key)
        if taken is None:
            return None
        texts = {
            node.value
            for node in ast.walk(observed.program.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != key
        }
        near = difflib.get_close_matches(key, sorted(text for text in texts if len(text) < 60), 1, _NEAR)
        return Known(
            title=f"`{taken}` has no {key}, which line {where.line} takes"
            + (f"; {near[0]} is written alike" if near else ""),
            what_happened=(
                "A key is found by its exact name. "
                + (f"The file has `{near[0]}` elsewhere." if near else f"What `{taken}` holds is decided elsewhere.")
            ),
            mend=(f"Take `{near[0]}`, if that was meant; else print" if near else "Print")
            + f" the keys that there are, just before line {where.line}.",
            sketch=f"print(list({taken}))\n",
        )


def _taken_from(observed: Observed, line: int, key: str) -> str | None:
    """The expression before the brackets, where it is the only one on the line that can have been meant."""
    found = [
        ast.unparse(node.value)
        for node in observed.program.names(line)
        if isinstance(node, ast.Subscript) and (not isinstance(node.slice, ast.Constant) or node.slice.value == key)
    ]
    return found[0] if len(set(found)) == 1 and len(found[0]) < 60 else None
