"""From a failed check to lines of the submitted file."""

from __future__ import annotations

from ..protocol import SourceLine
from .check import Check, Judgement
from .observed import Observed

MOST_LINES = 3
"""More would send a reader everywhere."""


def lines_of(check: Check, judgement: Judgement, observed: Observed) -> list[SourceLine]:
    """Where in the file to look for why `check` failed, the surest place first; empty when it did not.

    What the check itself knows comes first, then what the linter said before the run, and where there is neither, the
    calls that decide it.
    """
    if judgement.outcome != "failed" or observed.source is None:
        return []
    text = observed.source.splitlines()
    found: dict[int, SourceLine] = {}
    for line, why, page in _told(check, observed) or _decides(check, observed):
        if 0 < line <= len(text) and line not in found and len(found) < MOST_LINES:
            found[line] = SourceLine(line=line, text=text[line - 1].strip(), why=why, page=page)
    return list(found.values())


def _told(check: Check, observed: Observed) -> list[tuple[int, str, str | None]]:
    known = [(line, why, None) for line, why in check.lines(observed)]
    said = [
        (finding.line, f"{finding.code}: {finding.message}", finding.page or None)
        for code in check.rules
        for finding in observed.findings
        if finding.code == code
    ]
    return [*known, *said]


def _decides(check: Check, observed: Observed) -> list[tuple[int, str, str | None]]:
    if observed.module is None:
        return []
    for name in check.about:
        if calls := observed.module.index.calls_to(name):
            word = name.rpartition(".")[2]
            return [(line, f"`{word}` is called here", None) for line in sorted({call.lineno for call in calls})]
    return []
