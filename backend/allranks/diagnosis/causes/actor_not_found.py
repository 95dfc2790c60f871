"""An actor was looked up by a name that none has."""

from __future__ import annotations

import ast
import difflib
import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_LOOKED_UP = re.compile(r"Failed to look up actor with name '([^']*)'")


class ActorNotFound(KnownError):
    """A slip in the name, an actor that is gone because nobody held it, or another namespace."""

    id: ClassVar[str] = "actor_not_found"
    order: ClassVar[int] = 474

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _LOOKED_UP.search(error.message)
        where = error.where
        if found is None or where is None:
            return None
        name = found[1]
        given = [str(value.value) for value in observed.program.given("name") if isinstance(value, ast.Constant)]
        near = difflib.get_close_matches(name, [each for each in given if each != name], 1, 0.6)
        return Known(
            title=f"There is no actor named {name}, which line {where.line} looks up"
            + (f"; {near[0]} is near" if near else ""),
            what_happened=(
                "An actor is found by its exact name, in its own namespace, while it lives. It ends when the last "
                'handle to it is gone, unless it was made with `lifetime="detached"`.'
            ),
            mend=f'Look up "{near[0]}", if that was meant.'
            if near
            else "Keep the handle that `.options(name=...).remote()` gives, or pass it in `train_loop_config`.",
        )
