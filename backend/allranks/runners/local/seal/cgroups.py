"""Control groups: the kernel's own count of a sandbox's memory, processes and CPU time, and its bound on them.

find_cgroups() ─► Cgroups (a place below our own group where groups may be made: version 2, or version 1)
                    ├ make(name, limits) ─► Group: files to join by, counters, kill, remove
                    └ sweep()               groups that a crashed server left
"""

from __future__ import annotations

import logging
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from ....protocol import Limits
from ..enclosure import Counters
from ..owner import owned, owner_lives
from . import cpu_share

logger = logging.getLogger(__name__)

PREFIX = "allranks-"
PERIOD_MICROSECONDS = 100_000
PAUSE_SECONDS = 0.005


class Unusable(Exception):
    """Groups cannot be made here. `str()` says why."""


class Group:
    """One sandbox's group: one folder, or on version 1 one folder a controller."""

    def __init__(self, folders: Mapping[str, Path], counters: Callable[[Mapping[str, Path]], Counters]) -> None:
        self._folders = dict(folders)
        self._counters = counters

    @property
    def joined_by(self) -> list[str]:
        """A process that writes its id (0 is itself) into each of these files is in the group, with its children."""
        return [str(folder / "cgroup.procs") for folder in self._distinct()]

    def counters(self) -> Counters:
        """What the kernel has counted. Never raises."""
        return self._counters(self._folders)

    def favour(self, live: bool) -> bool:
        """Give it as much CPU time as any other, or only what they leave over. False when the kernel holds neither."""
        return "cpu" in self._folders and cpu_share.favour(self._folders["cpu"], live)

    def kill(self) -> None:
        """Kill every process in the group. Nothing in it can fork while this happens."""
        with suppress(OSError):
            write(self._folders["pids"] / "pids.max", 0)
        for folder in self._distinct():
            for pid in _processes(folder):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def remove(self, seconds: float = 2.0) -> bool:
        """Kill what is left and remove the group. False when something in it does not die in time."""
        deadline = time.monotonic() + seconds
        left = self._distinct()
        while True:
            left = [folder for folder in left if not _removed(folder)]
            if not left:
                return True
            if time.monotonic() > deadline:
                logger.warning("a control group could not be removed and is left for the next start: %s", left[0])
                return False
            self.kill()
            time.sleep(PAUSE_SECONDS)

    def _distinct(self) -> list[Path]:
        return list(dict.fromkeys(self._folders.values()))


class Cgroups(ABC):
    """A place where groups may be made."""

    version: str
    """As a person calls it: `cgroup v2`."""

    def __init__(self, own: Mapping[str, Path], proc: Path = Path("/proc")) -> None:
        """`own` is the folder of each controller, below which ours are made."""
        self._own = dict(own)
        self._proc = proc

    def make(self, name: str, limits: Limits) -> Group:
        """A new group with these limits. Raises OSError."""
        full = f"{PREFIX}{owned(self._proc)}-{name}"
        group = self._group(full)
        try:
            for folder in dict.fromkeys(own / full for own in self._own.values()):
                folder.mkdir()
            self.set_limits({controller: own / full for controller, own in self._own.items()}, limits)
        except OSError:
            group.remove(seconds=0)
            raise
        return group

    def sweep(self) -> list[str]:
        """Kill and remove the groups of servers that are gone. Returns their names."""
        names = {folder.name for own in self._own.values() for folder in own.glob(f"{PREFIX}*-*-*")}
        left = sorted(name for name in names if not owner_lives(name, PREFIX, self._proc))
        return [name for name in left if self._group(name).remove()]

    @abstractmethod
    def set_limits(self, folders: Mapping[str, Path], limits: Limits) -> None:
        """Write the limits into a group's folders, by controller. Raises OSError."""

    @abstractmethod
    def counters(self, folders: Mapping[str, Path]) -> Counters:
        """Read what the kernel has counted. Never raises."""

    def _group(self, full: str) -> Group:
        return Group({controller: own / full for controller, own in self._own.items()}, self.counters)


def write(file: Path, value: object) -> None:
    """Write into a file of the kernel's, which must be there. Raises OSError."""
    descriptor = os.open(file, os.O_WRONLY)
    try:
        os.write(descriptor, str(value).encode())
    finally:
        os.close(descriptor)


def read_number(file: Path) -> int | None:
    """The number in a file, or None."""
    with suppress(OSError, ValueError):
        return int(file.read_text())
    return None


def read_key(file: Path, key: str) -> int | None:
    """The number behind `key` in a file of `key number` lines, or None."""
    with suppress(OSError, ValueError):
        pairs = [line.partition(" ") for line in file.read_text().splitlines()]
        return next((int(number) for name, _, number in pairs if name == key), None)
    return None


def _processes(folder: Path) -> list[int]:
    with suppress(OSError):
        return [int(line) for line in (folder / "cgroup.procs").read_text().split() if line != "0"]
    return []


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
