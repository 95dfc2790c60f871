"""Fixes applied to a text."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostic import Diagnostic, Edit
from .source import Source


def apply_fixes(text: str, found: Iterable[Diagnostic]) -> tuple[str, int]:
    """`text` with the fixes of `found` made, and how many were made.

    Fixes are taken in the order of the file; one that touches what an earlier one has changed is left for the next
    round. Line ends come out as `\\n`.
    """
    source = Source(text)
    taken: list[tuple[int, int, str]] = []
    made = 0
    for diagnostic in sorted(found, key=lambda finding: finding.sort_key):
        if diagnostic.fix is None:
            continue
        edits = [_placed(source, edit) for edit in diagnostic.fix.edits]
        if edits == [edit for edit in edits if edit in taken]:
            continue  # another finding has brought the same edit
        if any(_touch(edit, other) for edit in edits for other in taken):
            continue
        taken += edits
        made += 1
    mended = source.text
    for start, end, replacement in sorted(taken, reverse=True):
        mended = mended[:start] + replacement + mended[end:]
    return mended, made


def _placed(source: Source, edit: Edit) -> tuple[int, int, str]:
    return source.offset(edit.line, edit.column), source.offset(edit.end_line, edit.end_column), edit.text


def _touch(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    if one[:2] == other[:2]:
        return True
    return one[0] < other[1] and other[0] < one[1]
