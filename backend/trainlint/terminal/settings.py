"""The section `[tool.trainlint]` of a pyproject.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import UsageError
from .selection import checked_prefix

FILE = "pyproject.toml"
_KEYS = ("select", "ignore", "per-file-ignores", "exclude")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project says. Paths in it count from `folder`."""

    folder: Path
    select: tuple[str, ...] = ()
    """Beginnings of codes; empty where the project does not choose."""
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()


def settings_for(folder: Path) -> Settings:
    """The settings of the project around `folder`: the nearest pyproject.toml that has the section."""
    for around in (folder, *folder.parents):
        file = around / FILE
        if file.is_file():
            found = settings_in(file)
            if found is not None:
                return found
    return Settings(folder)


def settings_in(file: Path) -> Settings | None:
    """The settings in `file`, None where it has no such section. Raises UsageError for what is not understood."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} is not TOML: {error}") from error
    tool = content.get("tool", {})
    section = tool.get("trainlint") if isinstance(tool, dict) else None
    if section is None:
        return None
    where = f"{file}: [tool.trainlint]"
    if not isinstance(section, dict):
        raise UsageError(f"{where}: expected a table with any of {', '.join(_KEYS)}")
    for key in section:
        if key not in _KEYS:
            raise UsageError(f"{where}: there is no setting {key!r}; expected any of {', '.join(_KEYS)}")
    per_file = section.get("per-file-ignores", {})
    if not isinstance(per_file, dict):
        raise UsageError(f"{where}: per-file-ignores must be a table of lists, such as {{ 'tests/*' = ['RTL1'] }}")
    return Settings(
        folder=file.parent,
        select=_codes(section.get("select", []), f"{where}: select"),
        ignore=_codes(section.get("ignore", []), f"{where}: ignore"),
        per_file_ignores={
            pattern: _codes(codes, f"{where}: per-file-ignores: {pattern}") for pattern, codes in per_file.items()
        },
        exclude=_texts(section.get("exclude", []), f"{where}: exclude"),
    )


def _codes(value: Any, where: str) -> tuple[str, ...]:
    return tuple(checked_prefix(prefix, where) for prefix in _texts(value, where))


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise UsageError(f"{where}: expected a list of texts and got {value!r}")
    return tuple(value)
