"""What really lies in a run's checkpoint storage: names and sizes, as the host sees them from outside.

Where the storage is, the program says; that it lies there, nobody has to believe. The sandbox's own writable folders
are opened while it lives. A descriptor keeps a folder's files even when the last process, and with it the mount, is
gone; so the look is taken when nothing can change any more. It reads nothing but names and sizes; `take` copies files.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import psutil

from ...protocol import CheckpointFile, CheckpointsFound, RunnerFailed, StoredCheckpoint
from . import beneath
from .rank_process import find_process
from .taker import NAME, Bounds, Taken, open_inside, take

CHECKPOINTS = 100
FILES = 50
"""Of one checkpoint. The rest is counted."""
ENTRIES = 5_000
"""Names that are looked at in all."""
DEPTH = 4
INIT = 1
"""The sandbox's outermost process, by its own count. It runs none of the learner's code."""


class Storage:
    """The writable folders of one sandbox, opened. `open`, `found`, `close`."""

    def __init__(self, folders: Sequence[str]) -> None:
        """`folders` as the sandbox's processes see them."""
        self._folders = folders
        self._roots: dict[str, int] = {}
        self._why_not = "the sandbox's folders were never opened"

    def open(self, warden: psutil.Process | None, *, own_mounts: bool) -> None:
        """Open them as a process below `warden` sees them, or, without mounts of its own, as they are. Blocks. What
        fails is told by `found`."""
        try:
            for folder in self._folders:
                self._roots[folder] = _open_root(warden, folder, own_mounts=own_mounts)
        except (OSError, RunnerFailed) as error:
            self._why_not = f"the sandbox's folders could not be opened ({error})"

    def found(self, claimed: Sequence[str]) -> CheckpointsFound:
        """What lies in the folders that the program said its checkpoints were in. Blocks; bounded by counts."""
        look = _Look()
        for folder in claimed:
            try:
                with self._opened(folder) as storage:
                    look.storage(storage)
            except _Refused as refused:
                look.refuse(folder, str(refused))
            except RunnerFailed as error:
                look.refuse(folder, str(error))
            except OSError as error:
                look.refuse(folder, _words(error))
        return CheckpointsFound(checkpoints=look.checkpoints, refused=look.refused)

    def take(self, name: str, claimed: Sequence[str], destination: Path, bounds: Bounds) -> Taken:
        """Copy the files of the checkpoint `name` out of the last of those folders that holds it, into `destination`,
        which must not exist. Blocks. Raises OSError, or `RunnerFailed` where the kernel is too old."""
        for folder in reversed(claimed):
            try:
                with self._opened(folder) as storage:
                    os.close(beneath.open_in(storage, name, os.O_PATH | os.O_DIRECTORY))
                    return take(storage, name, destination, bounds)
            except (_Refused, FileNotFoundError):
                continue
        raise FileNotFoundError(errno.ENOENT, "it was not found again", name)

    def close(self) -> None:
        """Let the files go."""
        while self._roots:
            os.close(self._roots.popitem()[1])

    @contextmanager
    def _opened(self, claimed: str) -> Generator[int]:
        path = PurePosixPath(claimed)
        root = next((root for root in self._roots if path.is_relative_to(root)), None)
        if root is None:
            raise _Refused("it lies outside the run's own folders" if self._roots else self._why_not)
        with _descriptor(
            beneath.open_in(self._roots[root], str(path.relative_to(root)), os.O_RDONLY | os.O_DIRECTORY)
        ) as opened:
            yield opened


class _Refused(Exception):
    """Why a folder was not looked at."""


class _Look:
    """One look at all storage folders of a run."""

    def __init__(self) -> None:
        self.checkpoints: list[StoredCheckpoint] = []
        self.refused: list[str] = []
        self._entries = 0

    def refuse(self, what: str, why: str) -> None:
        """Say what was not looked at, with the path made harmless."""
        sentence = f"{what[:200].encode('ascii', 'backslashreplace').decode()!r} was not looked at: {why}"
        if len(self.refused) < FILES:
            self.refused.append(sentence)

    def storage(self, storage: int) -> None:
        """Every folder in it is a checkpoint's. Files beside them are Ray's own."""
        for name, opened in self._children(storage):
            with _descriptor(opened):
                kind = os.fstat(opened).st_mode
                if stat.S_ISLNK(kind):
                    self.refuse(name, "it is a link")
                if not stat.S_ISDIR(kind):
                    continue
                if not NAME.fullmatch(name) or len(name) > 100:
                    self.refuse(name, "its name is not made of plain letters, digits, dots, _, =, + and -")
                    continue
                if len(self.checkpoints) >= CHECKPOINTS:
                    raise _Refused(f"there are more than {CHECKPOINTS} checkpoints")
                files: list[CheckpointFile] = []
                more = self._files(storage, name, "", files, 1)
                self.checkpoints.append(StoredCheckpoint(name=name, files=files))
                if more:
                    self.refuse(name, f"{more} of its files are not named, or are no plain files")

    def _files(self, folder: int, name: str, path: str, files: list[CheckpointFile], depth: int) -> int:
        """Add the plain files of the folder `name`; how many entries were left out."""
        more = 0
        with _descriptor(beneath.open_in(folder, name, os.O_RDONLY | os.O_DIRECTORY)) as opened:
            for below, entry in self._children(opened):
                with _descriptor(entry):
                    status = os.fstat(entry)
                    inner = f"{path}{below}"
                    if not NAME.fullmatch(below) or len(below) > 100:
                        more += 1
                    elif stat.S_ISDIR(status.st_mode) and depth < DEPTH:
                        more += self._files(opened, below, f"{inner}/", files, depth + 1)
                    elif stat.S_ISREG(status.st_mode) and len(files) < FILES:
                        files.append(CheckpointFile(name=inner, size=status.st_size))
                    else:
                        more += 1
        return more

    def _children(self, folder: int) -> Generator[tuple[str, int]]:
        """Each entry in order, opened without being touched (O_PATH): a pipe holds nobody up, a link leads nowhere."""
        names = []
        with os.scandir(folder) as entries:
            for entry in entries:
                self._entries += 1
                if self._entries > ENTRIES:
                    raise _Refused(f"there are more than {ENTRIES:,} names")
                names.append(entry.name)
        for name in sorted(names):
            try:
                opened = beneath.open_in(folder, name, os.O_PATH)
            except OSError as error:
                self.refuse(name, _words(error))
                continue
            yield name, opened


def _open_root(warden: psutil.Process | None, folder: str, *, own_mounts: bool) -> int:
    if not own_mounts:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    init = None if warden is None else find_process(warden, INIT, own_namespace=True)
    if init is None:
        raise RunnerFailed("its outermost process was not found")
    with open_inside(init, folder) as opened:
        return os.dup(opened)


@contextmanager
def _descriptor(number: int) -> Generator[int]:
    try:
        yield number
    finally:
        os.close(number)


def _words(error: OSError) -> str:
    known = beneath.REFUSED.get(error.errno or 0)
    return known or os.strerror(error.errno or 0).lower()
