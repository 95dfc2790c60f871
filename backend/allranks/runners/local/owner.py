"""Which process made a thing that outlives it (a folder, a cgroup), so that the next server knows what is left over."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import psutil


def started(pid: int, proc: Path = Path("/proc")) -> str:
    """When a process was started, in ticks since the machine was: with its id it names it for good. Empty if gone."""
    with suppress(OSError, IndexError):
        return (proc / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()[19].decode()
    return ""


def owned(proc: Path = Path("/proc")) -> str:
    """The middle of a name that says that this process made it: `PID-TICKS`."""
    return f"{os.getpid()}-{started(os.getpid(), proc)}"


def owner_lives(name: str, prefix: str, proc: Path = Path("/proc")) -> bool:
    """True while the process that made `PREFIX` `PID-TICKS-...` lives. Where there is no /proc, while its id is in use:
    better to leave a thing than to take one that is used."""
    pid, _, rest = name.removeprefix(prefix).partition("-")
    if not pid.isdigit():
        return False
    ticks = rest.partition("-")[0]
    return started(int(pid), proc) == ticks if ticks else psutil.pid_exists(int(pid))
