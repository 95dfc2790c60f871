"""Patterns of paths as `.gitignore` writes them; `exclude` and `per-file-ignores` are written the same way."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_TRAILING_BLANKS = re.compile(r"(?<!\\)[ \t\r]+$")


@dataclass(frozen=True, slots=True)
class _Pattern:
    path: re.Pattern[str]
    takes_back: bool
    folders_only: bool


class Patterns:
    """The lines of one file, of which the last that fits decides. They count from the folder `base`."""

    def __init__(self, base: Path, lines: Iterable[str]) -> None:
        self._base = os.path.abspath(base)  # noqa: PTH100 # links are left alone, which Path.resolve would follow
        self._patterns = [pattern for line in lines if (pattern := _compiled(line)) is not None]

    def verdict(self, path: Path, *, is_folder: bool) -> bool | None:
        """True if `path` itself is meant, False if it was and a line with `!` takes it back, None where no line fits.
        What lies in a folder that is meant is no longer asked for."""
        relative = os.path.relpath(os.path.abspath(path), self._base).replace(os.sep, "/")  # noqa: PTH100
        if relative == "." or relative.startswith("../"):
            return None
        for pattern in reversed(self._patterns):
            if (is_folder or not pattern.folders_only) and pattern.path.fullmatch(relative):
                return not pattern.takes_back
        return None

    def hold(self, path: Path) -> bool:
        """Whether the file `path` is meant, or a folder that it lies in."""
        path = Path(os.path.abspath(path))  # noqa: PTH100
        folders = [folder for folder in reversed(path.parents) if folder.is_relative_to(self._base)]
        return any(self.verdict(folder, is_folder=True) for folder in folders) or bool(
            self.verdict(path, is_folder=False)
        )


def _compiled(line: str) -> _Pattern | None:
    text = _TRAILING_BLANKS.sub("", line.rstrip("\n"))
    if not text or text.startswith("#"):
        return None
    takes_back = text.startswith("!")
    text = text[1:] if takes_back else text
    folders_only = text.endswith("/")
    text = text.rstrip("/") if folders_only else text
    is_anchored = "/" in text
    text = text.removeprefix("/")
    if not text:
        return None
    expression = _translated(text)
    try:
        return _Pattern(re.compile(expression if is_anchored else f"(?:.*/)?{expression}"), takes_back, folders_only)
    except re.error:  # `[z-a]`, which git fits to nothing either
        return None


_PART = re.compile(r"(?P<any>(?:(?<=/)|(?<=^))\*\*/)|(?P<all>(?<=/)\*\*$)|(?P<star>\*+)|(?P<one>\?)"
                   r"|\[(?P<not>[!^])?(?P<set>\]?[^\]/]*)\]|\\(?P<quoted>.)|(?P<plain>.)", re.DOTALL)  # fmt: skip


def _translated(pattern: str) -> str:
    expression = ""
    for part in _PART.finditer(pattern):
        match part.lastgroup:
            case "any":
                expression += "(?:.*/)?"
            case "all":
                expression += ".+"
            case "star":
                expression += "[^/]*"
            case "one":
                expression += "[^/]"
            case "set":
                members = part["set"].replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
                expression += f"(?!/)[{'^' if part['not'] else ''}{members}]"
            case "quoted":
                expression += re.escape(part["quoted"])
            case _:
                expression += re.escape(part["plain"])
    return expression
