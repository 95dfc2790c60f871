"""One finding, as the editor, the terminal and the server show it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]
"""`error`: the program cannot reach its right end (it does not parse, raises or hangs). `warning`: it runs, and very
likely does something else than was meant. `info`: good to know."""

Origin = Literal["trainlint", "pyflakes", "syntax"]


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

    @property
    def sort_key(self) -> tuple[int, int, str, str]:
        """Order in the file, then by code, so that the list is the same on every machine."""
        return (self.line, self.column, self.code, self.message)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under the names of the fields, fit for JSON."""
        return asdict(self)
