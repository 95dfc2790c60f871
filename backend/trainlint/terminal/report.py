"""What a run of the command has to tell, whatever its format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Linted:
    """One file and what was found in it. `name` is how the caller wrote its path."""

    name: str
    found: list[Diagnostic]
    fixed: int = 0
    """How many fixes were made in it."""


@dataclass(slots=True)
class Report:
    """All files, and a sentence for each thing that could not be read, written or mended."""

    files: list[Linted] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def rows(self) -> Iterator[tuple[str, Diagnostic]]:
        """Each finding with the name of its file."""
        return ((file.name, finding) for file in self.files for finding in file.found)

    @property
    def fixed(self) -> int:
        """How many fixes were made in all files."""
        return sum(file.fixed for file in self.files)
