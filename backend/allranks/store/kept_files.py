"""Files that came out of finished runs and can be downloaded: a folder a run, a folder a checkpoint.

They were written by strangers' programs. They are copied and counted, never opened for what is in them; names are
plain, as the taker that took them made sure. All runs together have a bound: past it the oldest run's files go.
Everything here blocks.
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from ..protocol import AllranksError

RUN = re.compile(r"[A-Za-z0-9_-]{1,64}")
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.=+-]{0,99}")


class FilesGone(AllranksError):
    """The files of a checkpoint are not here, or not any more."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the files of {name[:100]!r} are not kept; a server keeps those of the newest runs alone")


@dataclass(frozen=True)
class KeptFile:
    """`name` is the path below the checkpoint's folder, with slashes."""

    name: str
    path: Path
    size: int


class KeptFiles:
    """The files of the newest runs."""

    def __init__(self, folder: Path, *, run_bytes: int, total_bytes: int) -> None:
        """`run_bytes` is the most that one run leaves; 0 keeps nothing."""
        self._folder = folder
        self.run_bytes = min(run_bytes, total_bytes)
        self._total_bytes = total_bytes

    def place(self, run_id: str, name: str) -> Path:
        """Where the files of a checkpoint are to be put; its folder is not made yet, the one above it is."""
        if not RUN.fullmatch(run_id) or not NAME.fullmatch(name):
            raise FilesGone(name)
        run = self._folder / run_id
        run.mkdir(mode=0o700, parents=True, exist_ok=True)
        return run / name

    def settle(self, run_id: str) -> None:
        """That run's files are all there: make room for them among the others."""
        total = 0
        for run in sorted(self._runs(), key=lambda run: (run.name == run_id, run.stat().st_mtime), reverse=True):
            total += sum(entry.stat(follow_symlinks=False).st_size for entry in _plain_files(run))
            if total > self._total_bytes and run.name != run_id:
                shutil.rmtree(run, ignore_errors=True)

    def files(self, run_id: str, name: str) -> list[KeptFile]:
        """The files of a checkpoint in order, with their sizes. Raises `FilesGone`."""
        if not RUN.fullmatch(run_id) or not NAME.fullmatch(name):
            raise FilesGone(name)
        folder = self._folder / run_id / name
        found = [
            KeptFile(str(Path(entry.path).relative_to(folder)), Path(entry.path), entry.stat().st_size)
            for entry in _plain_files(folder)
        ]
        if not found:
            raise FilesGone(name)
        return sorted(found, key=lambda file: file.name)

    def _runs(self) -> list[Path]:
        try:
            return [Path(entry.path) for entry in os.scandir(self._folder) if entry.is_dir(follow_symlinks=False)]
        except FileNotFoundError:
            return []


def _plain_files(folder: Path) -> list[os.DirEntry[str]]:
    found: list[os.DirEntry[str]] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    found += _plain_files(Path(entry.path))
                elif entry.is_file(follow_symlinks=False):
                    found.append(entry)
    except (FileNotFoundError, NotADirectoryError):
        return found
    return found
