"""Fixes made until there is nothing left to fix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff

from ..diagnostic import Diagnostic
from ..fixing import apply_fixes
from ..source import Source
from ..syntax import parse
from .texts import lines_of

ROUNDS = 25
"""A fix may uncover another one, and two that overlap are made one after the other. Fixes that undo each other stop
here."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with fixes made, every line end as `\\n`, and what is still found in it."""

    text: str
    found: list[Diagnostic]
    made: int
    does_not_parse: bool = False
    """Whether a round of fixes was given up because the program would no longer have been one."""


def mend(text: str, find: Callable[[str], list[Diagnostic]]) -> Mended:
    """Make the fixes of what `find` finds in `text`, round after round."""
    text = Source(text).text
    found = find(text)
    made = 0
    for _ in range(ROUNDS):
        mended, count = apply_fixes(text, found)
        if mended == text:
            break
        if isinstance(parse(Source(mended)), Diagnostic):
            return Mended(text, found, made, does_not_parse=True)
        text, made = mended, made + count
        found = find(text)
    return Mended(text, found, made)


def difference(name: str, before: str, after: str) -> str:
    """A patch from `before` to `after`, empty where they are the same."""
    lines = unified_diff(lines_of(before), lines_of(after), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
