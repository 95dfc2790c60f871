"""Which findings count: codes chosen by their beginnings, and codes that some files are spared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..diagnostic import Diagnostic
from ..engine import known_codes
from ..syntax import InvalidSyntax, NotChecked
from .errors import UsageError
from .patterns import Patterns

ALL = "ALL"
_SPEAKS_FOR_THE_FILE = frozenset({InvalidSyntax.code, NotChecked.code})


@dataclass(frozen=True, slots=True)
class Codes:
    """Beginnings of codes that are selected and that are ignored. The longest one that fits a code decides, and of two
    that are equal the ignored one.

    That a file was not read at all counts even where other codes are selected: silence would look like praise.
    """

    select: tuple[str, ...] = (ALL,)
    ignore: tuple[str, ...] = ()

    def take(self, code: str) -> bool:
        """Whether findings of `code` count."""
        ignored = _longest(self.ignore, code)
        return ignored < _longest(self.select, code) or (code in _SPEAKS_FOR_THE_FILE and ignored < 0)


def _longest(prefixes: Iterable[str], code: str) -> int:
    return max((0 if prefix == ALL else len(prefix) for prefix in prefixes if begins(code, prefix)), default=-1)


def begins(code: str, prefix: str) -> bool:
    """Whether `prefix`, or the word ALL, stands for `code`."""
    return prefix == ALL or code.startswith(prefix)


def checked_prefix(prefix: str, where: str) -> str:
    """`prefix` in capitals; `where` names the option or the key that it came from.

    Raises UsageError where it begins no code."""
    wanted = prefix.strip().upper()
    if not wanted or not any(begins(code, wanted) for code in known_codes()):
        raise UsageError(
            f"{where}: no code begins with {prefix!r}; expected ALL, a code such as RTL101, or the beginning of one "
            "such as RTL1 or PYF"
        )
    return wanted


class Selection:
    """Codes, and the beginnings that the files of some patterns ignore besides."""

    def __init__(self, codes: Codes, per_file: Mapping[str, tuple[str, ...]], folder: Path) -> None:
        self._codes = codes
        self._per_file = [(Patterns(folder, [pattern]), prefixes) for pattern, prefixes in per_file.items()]

    def of(self, found: Iterable[Diagnostic], path: Path) -> list[Diagnostic]:
        """The findings in the file `path` that count."""
        spared = [prefix for patterns, prefixes in self._per_file if patterns.hold(path) for prefix in prefixes]
        return [
            finding
            for finding in found
            if self._codes.take(finding.code) and not any(begins(finding.code, prefix) for prefix in spared)
        ]
