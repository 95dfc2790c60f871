"""The files that a command line means: files as they are named, and the Python files of folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from .patterns import Patterns

STANDARD_INPUT = "-"
SKIPPED = frozenset(
    [
        ".git", ".hg", ".svn", ".venv", "venv", ".tox", ".nox", ".eggs", ".direnv", "node_modules", "site-packages",
        "__pycache__", "__pypackages__", ".ipynb_checkpoints", ".mypy_cache", ".pytest_cache", ".ruff_cache",
    ]
)  # fmt: skip
"""Folders that are not gone into, wherever they lie; one with a `pyvenv.cfg` is another."""


class Files:
    """Walks folders. `failures` gets a sentence for each that cannot be read."""

    def __init__(self, excluded: Patterns, failures: list[str], *, force_exclude: bool = False) -> None:
        self._excluded = excluded
        self._failures = failures
        self._force_exclude = force_exclude

    def of(self, names: Iterable[str]) -> Iterator[str]:
        """Each file that `names` mean, once. A file that is named is linted even if git ignores it; one that the
        settings exclude is not if `force_exclude`."""
        seen: set[str] = set()
        for name in names:
            for found in self._of_one(name):
                key = found if found == STANDARD_INPUT else os.path.abspath(found)  # noqa: PTH100 # links may differ
                if key not in seen:
                    seen.add(key)
                    yield found

    def _of_one(self, name: str) -> Iterator[str]:
        path = Path(name)
        if name == STANDARD_INPUT or not path.is_dir():
            if name == STANDARD_INPUT or not (self._force_exclude and self._excluded.hold(path)):
                yield name
        elif not (self._force_exclude and self._excluded.hold(path)):
            yield from self._walk(path, _ignored_above(path))

    def _walk(self, folder: Path, ignored: list[Patterns]) -> Iterator[str]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self._failures.append(f"cannot read the folder {folder}: {error.strerror}; make it readable or exclude it")
            return
        names = {entry.name for entry in entries}
        if "pyvenv.cfg" in names:
            return
        if ".gitignore" in names:
            ignored = [*ignored, _patterns_in(folder / ".gitignore", folder)]
        for entry in entries:
            path = folder / entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if is_folder and entry.name in SKIPPED:
                continue
            if not is_folder and not (entry.name.endswith(".py") and entry.is_file()):
                continue
            if self._excluded.verdict(path, is_folder=is_folder) or _is_ignored(ignored, path, is_folder):
                continue
            if is_folder:
                yield from self._walk(path, ignored)
            else:
                yield str(path)


def _is_ignored(ignored: list[Patterns], path: Path, is_folder: bool) -> bool:
    """The nearest file that says anything of `path` decides."""
    verdicts = (patterns.verdict(path, is_folder=is_folder) for patterns in reversed(ignored))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _ignored_above(folder: Path) -> list[Patterns]:
    """What the repository around `folder` ignores, from its root down to the folder above; nothing outside of one."""
    folder = Path(os.path.abspath(folder))  # noqa: PTH100
    around = [folder, *folder.parents]
    root = next((place for place, path in enumerate(around) if (path / ".git").exists()), None)
    if root is None:
        return []
    found = [_patterns_in(around[root] / ".git/info/exclude", around[root])]
    found += [_patterns_in(path / ".gitignore", path) for path in reversed(around[1 : root + 1])]
    return found


def _patterns_in(file: Path, base: Path) -> Patterns:
    try:
        return Patterns(base, file.read_text(encoding="utf-8", errors="replace").split("\n"))
    except OSError:  # there is none, or git could not read it either
        return Patterns(base, [])
