"""Takes files out of a sandbox, while hostile code may still change them.

A program decides what its own folders hold: links to the server's files, pipes that never end, devices, folders that
become links while they are walked. So no path that the sandbox controls is ever opened by the host in the usual way.
From one descriptor of a root folder the kernel itself resolves each step (openat2), below that root, over no link and
into no other mount; what was opened is looked at before a byte is read; and only bytes that were really read count.
What is taken is data to be judged elsewhere: nothing here looks into it.

    with open_inside(pid, "/home/learner") as root:
        taken = take(root, "checkpoint", destination)
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from . import beneath

CHUNK = 2**16
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.=+-]*")
"""No leading dot or hyphen, no space, nothing that a shell, a browser or another system reads as more than a name."""
REFUSALS = 100
"""So many are told one by one; the rest is counted."""


@dataclass(frozen=True)
class Bounds:
    """How much is taken at most. Sizes in bytes."""

    files: int = 256
    depth: int = 8
    name_characters: int = 100
    entries: int = 2_000
    """Names that are looked at, taken or not."""
    file_bytes: int = 64 * 2**20
    total_bytes: int = 128 * 2**20


@dataclass
class Taken:
    """What came out, by its path below the destination with its size, and what did not, a sentence each."""

    files: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    more_refused: int = 0

    @property
    def total_bytes(self) -> int:
        """Of all files."""
        return sum(self.files.values())

    def refuse(self, path: str, why: str) -> None:
        """Say that something was left, with the path made harmless."""
        if len(self.refused) < REFUSALS:
            shown = path if len(path) <= 200 else f"{path[:200]}…"
            self.refused.append(f"{shown.encode('ascii', 'backslashreplace').decode()!r} was not taken: {why}")
        else:
            self.more_refused += 1


class _Full(Exception):
    """A bound of the whole was reached."""


@contextmanager
def open_inside(pid: int, folder: str) -> Generator[int]:
    """A descriptor of `folder` as the process `pid` of a sandbox sees it. `folder` must be one of the sandbox's mounts,
    which no program inside can move. Hold the process (a pidfd) while this opens, or its id may be another's. Raises
    OSError, or `RunnerFailed` where the kernel is too old."""
    with _descriptor(os.open(f"/proc/{pid}/root", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)) as root:
        opened = beneath.open_in(root, folder.lstrip("/"), os.O_RDONLY | os.O_DIRECTORY, other_mounts=True)
    with _descriptor(opened):
        yield opened


def take(root: int, folder: str, destination: str | os.PathLike[str], bounds: Bounds | None = None) -> Taken:
    """Copy the regular files of `folder`, below the folder that `root` is a descriptor of, into `destination`, which
    must not exist. Blocks. Raises FileExistsError when it does, `RunnerFailed` where the kernel has no openat2, OSError
    when the destination cannot be written; whatever the sandbox does only ends up in `refused`."""
    taken = Taken()
    Path(destination).mkdir(mode=0o700)
    with _descriptor(os.open(destination, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)) as into:
        try:
            source = beneath.open_in(root, folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            taken.refuse(folder, _words(error))
            return taken
        with _descriptor(source):
            try:
                _Taker(bounds or Bounds(), taken).folder(source, into)
            except _Full as full:
                taken.refuse(folder, f"and nothing after it, since there are {full}")
    return taken


class _Taker:
    """One walk."""

    def __init__(self, bounds: Bounds, taken: Taken) -> None:
        self._bounds = bounds
        self._taken = taken
        self._entries = 0

    def folder(self, source: int, into: int, path: str = "", depth: int = 1) -> None:
        """Take what the open folder `source` holds into the open folder `into`."""
        for name in self._names(source):
            self._entry(source, name, into, f"{path}/{name}" if path else name, depth)

    def _names(self, source: int) -> list[str]:
        """In order, and never more than may still be looked at: a folder can hold millions."""
        names = []
        with os.scandir(source) as entries:
            for entry in entries:
                self._entries += 1
                if self._entries > self._bounds.entries:
                    raise _Full(f"more than {self._bounds.entries:,} names")
                names.append(entry.name)
        return sorted(names)

    def _entry(self, source: int, name: str, into: int, path: str, depth: int) -> None:
        if len(name) > self._bounds.name_characters or not NAME.fullmatch(name):
            self._taken.refuse(path, "its name is not made of plain letters, digits, dots, _, =, + and -")
            return
        try:
            opened = beneath.open_in(source, name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError as error:
            self._taken.refuse(path, _words(error))
            return
        with _descriptor(opened):
            self._opened(opened, name, into, path, depth)

    def _opened(self, opened: int, name: str, into: int, path: str, depth: int) -> None:
        status = os.fstat(opened)
        if stat.S_ISDIR(status.st_mode):
            if depth >= self._bounds.depth:
                self._taken.refuse(path, f"folders lie deeper than {self._bounds.depth}")
                return
            os.mkdir(name, 0o700, dir_fd=into)
            with _descriptor(os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=into)) as below:
                self.folder(opened, below, path, depth + 1)
        elif not stat.S_ISREG(status.st_mode):
            self._taken.refuse(path, "it is neither a file nor a folder")
        elif status.st_nlink != 1:
            self._taken.refuse(path, "it has more than one name (a hard link)")
        elif status.st_size > self._bounds.file_bytes:
            self._taken.refuse(path, f"it is larger than {self._bounds.file_bytes:,} bytes")
        else:
            self._file(opened, name, into, path)

    def _file(self, opened: int, name: str, into: int, path: str) -> None:
        if len(self._taken.files) >= self._bounds.files:
            raise _Full(f"more than {self._bounds.files:,} files")
        room = min(self._bounds.file_bytes, self._bounds.total_bytes - self._taken.total_bytes)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with _descriptor(os.open(name, flags, 0o600, dir_fd=into)) as written:
            size = _copy(opened, written, room)
        if size is not None:
            self._taken.files[path] = size
            return
        os.unlink(name, dir_fd=into)
        if room < self._bounds.file_bytes:
            raise _Full(f"more than {self._bounds.total_bytes:,} bytes in all")
        self._taken.refuse(path, f"it is larger than {self._bounds.file_bytes:,} bytes")


@contextmanager
def _descriptor(number: int) -> Generator[int]:
    try:
        yield number
    finally:
        os.close(number)


def _copy(source: int, target: int, room: int) -> int | None:
    """The bytes copied, or None when there are more than `room`: a file may grow while it is read."""
    size = 0
    while data := os.read(source, CHUNK):
        size += len(data)
        if size > room:
            return None
        view = memoryview(data)
        while view:
            view = view[os.write(target, view) :]
    return size


def _words(error: OSError) -> str:
    known = beneath.REFUSED.get(error.errno or 0)
    return known or os.strerror(error.errno or 0).lower()
