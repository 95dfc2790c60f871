"""Finds the formats by listing the folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from ..report import Report


@cache
def format_names() -> tuple[str, ...]:
    """The names that `--format` takes."""
    here = Path(__file__)
    return tuple(sorted(entry.name for entry in pkgutil.iter_modules([str(here.parent)]) if entry.name != here.stem))


def rendered_as(format_name: str, report: Report) -> str:
    """`report` in the format of that name, without a line end."""
    module = importlib.import_module(f"{__package__}.{format_name}")
    return str(module.rendered(report))
