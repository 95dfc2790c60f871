"""Where the exercises are when no setting says so."""

from __future__ import annotations

from pathlib import Path

import allranks


def default_exercises_folder() -> Path:
    """`exercises/` of the checkout this runs from, else the copy that the wheel carries."""
    package = Path(allranks.__file__).parent
    checkout = package.parents[1]
    if (checkout / "pyproject.toml").is_file() and (checkout / "exercises").is_dir():
        return checkout / "exercises"
    return package / "_exercises"
