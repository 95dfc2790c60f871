"""What is known of one thing of an old API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Effect = Literal["missing", "raises", "warns", "ignored"]
"""`missing`: there is nothing of that name. `raises`: it is there, and using it raises. `warns`: it does what it did,
and says that it will go. `ignored`: it can be used, and nothing comes of it."""


@dataclass(frozen=True, slots=True)
class Old:
    """One thing of an old API."""

    effect: Effect
    instead: str
    """One sentence: what to use."""
    raises: str = ""
    """The exception or the warning, where there is one."""
    since: str = "2.51"
    """The Ray from which on it is so, at the latest; 2.51 made Train V2 the default."""
    moved_to: str = ""
    """The expression that does the same today, names in full; empty where there is none."""
    drop: bool = False
    """Of an argument: leaving it out is all there is to do."""
    renamed_to: str = ""
    """Of an argument: the name that the same value goes by today."""
    none_is_fine: bool = False
    """Of an argument: None is taken without a word."""


def gone(instead: str, moved_to: str = "") -> Old:
    """Importing it fails."""
    return Old("missing", instead, "ImportError", "2.60", moved_to)


def raising(
    instead: str,
    raises: str = "DeprecationWarning",
    *,
    moved_to: str = "",
    drop: bool = False,
    renamed_to: str = "",
    none_is_fine: bool = False,
) -> Old:
    """Using it raises, in Ray Train V2 most often a DeprecationWarning that is not a warning."""
    return Old(
        "raises",
        instead,
        raises,
        moved_to=moved_to,
        drop=drop,
        renamed_to=renamed_to,
        none_is_fine=none_is_fine,
    )
