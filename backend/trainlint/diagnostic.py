"""One finding, as the editor, the terminal and the server show it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]
"""`error`: the program cannot reach its right end (it does not parse, raises or hangs). `warning`: it runs, and very
likely does something else than was meant. `info`: good to know, or perhaps wrong, which the sentence then says with
"maybe"."""

Origin = Literal["trainlint", "pyflakes", "syntax"]


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of what stands between two places of the file, counted as in `Diagnostic`. A place that
    is empty inserts."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend a finding for certain; they do not overlap, and all are made or none."""

    title: str
    """What it does, in the imperative: "Report the number and not the tensor"."""
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What is wrong, where, and what to do about it.

    Lines count from 1. Columns count from 0 in *characters* (code points): not in UTF-8 bytes as `ast` counts, nor in
    UTF-16 units as JavaScript does. The end is exclusive: the character at (`end_line`, `end_column`) is not part of
    it. A span is never empty, except in an empty file.
    """

    code: str
    """Stable id of the check (`RTL101`)."""
    name: str
    """The same for people (`model-not-prepared`)."""
    severity: Severity
    message: str
    """One sentence: what is wrong."""
    todo: str
    """One sentence: what to do."""
    line: int
    column: int
    end_line: int
    end_column: int
    source: Origin
    """Who found it."""
    page: str = ""
    """Where the check is explained, relative to where the rules' pages are served (`rules/RTL101.html`); empty where
    there is no page."""
    fix: Fix | None = None
    """How to mend it, where that is certain."""

    @property
    def sort_key(self) -> tuple[int, int, str, str]:
        """Order in the file, then by code, so that the list is the same on every machine."""
        return (self.line, self.column, self.code, self.message)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under the names of the fields, fit for JSON."""
        return asdict(self)
