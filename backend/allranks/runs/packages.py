"""What a program can import: it runs on the server's own Python."""

from __future__ import annotations

import pkgutil
import sys
from functools import cache
from importlib.metadata import packages_distributions


@cache
def importable() -> tuple[str, ...]:
    """Top-level names, in order, but for those that begin with an underscore. Takes a moment the first time.

    Both what lies on the path and what distributions say that they brought: a namespace package is not among the first,
    and one that was put there by hand not among the second.
    """
    names = {*sys.stdlib_module_names, *packages_distributions(), *(found.name for found in pkgutil.iter_modules())}
    return tuple(
        sorted(name for name in names if (name.isidentifier() and not name.startswith("_")) or name == "__future__")
    )
