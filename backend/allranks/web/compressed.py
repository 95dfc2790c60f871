"""Which of a file's compressed twins to send. The page's build makes them: `main.js.br` and `main.js.gz`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""The smaller one first."""


@dataclass(frozen=True)
class Sent:
    """The file to send. `encoding` None is the file itself; `varies`: a reader who takes others gets another one."""

    path: Path
    stat: os.stat_result
    encoding: str | None
    varies: bool


def smallest(path: Path, stat: os.stat_result, accepted: str) -> Sent:
    """The smallest form of a file that a reader takes, by the `Accept-Encoding` header."""
    taken = _taken(accepted)
    varies = False
    for encoding, suffix in ENCODINGS.items():
        twin = path.with_name(path.name + suffix)
        try:
            found = twin.stat()
        except OSError:
            continue
        if found.st_mtime < stat.st_mtime:
            continue  # whoever changed the file after the build wants to see the change
        varies = True
        if encoding in taken:
            return Sent(twin, found, encoding, varies)
    return Sent(path, stat, None, varies)


def _taken(accepted: str) -> set[str]:
    """The encodings in an `Accept-Encoding` header that are not refused with `q=0`."""
    taken = set()
    for part in accepted.split(","):
        name, _, parameters = part.partition(";")
        weight = parameters.strip().removeprefix("q=")
        if weight not in ("0", "0.0", "0.00", "0.000"):
            taken.add(name.strip().lower())
    return taken
