"""The two versions of control groups, and which of them this process may use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ....protocol import Limits
from ..enclosure import Counters
from .cgroups import PERIOD_MICROSECONDS, Cgroups, Unusable, read_key, read_number, write

NEEDED = ("memory", "pids")
SERVER_LEAF = "allranks-server"
"""On version 2 a group with limits for its children may hold no process itself, so we move into this one."""
MOVES = 5
"""How often we do so: a process that is moved may have forked meanwhile."""
SOCKETS_SHARE = 4
"""What is in sockets may take this part of a sandbox's memory, on version 1 in addition to it."""


class Version2(Cgroups):
    """One tree for all controllers, delegated to us."""

    version = "cgroup v2"

    def set_limits(self, folders: Mapping[str, Path], limits: Limits) -> None:
        folder = folders["memory"]
        write(folder / "memory.max", limits.memory_bytes)
        write(folder / "memory.oom.group", 0)
        with suppress(FileNotFoundError):  # the machine has no swap
            write(folder / "memory.swap.max", 0)
        write(folder / "pids.max", limits.processes)
        if "cpu" in folders:
            write(folder / "cpu.max", f"{int(limits.cpus * PERIOD_MICROSECONDS)} {PERIOD_MICROSECONDS}")

    def counters(self, folders: Mapping[str, Path]) -> Counters:
        folder = folders["memory"]
        return Counters(
            out_of_memory=read_key(folder / "memory.events", "oom_kill"),
            processes_refused=read_key(folder / "pids.events", "max"),
            memory_peak_bytes=read_number(folder / "memory.peak"),
        )


class Version1(Cgroups):
    """One tree a controller."""

    version = "cgroup v1"

    def set_limits(self, folders: Mapping[str, Path], limits: Limits) -> None:
        write(folders["memory"] / "memory.limit_in_bytes", limits.memory_bytes)
        with suppress(FileNotFoundError):  # swap is not counted here
            write(folders["memory"] / "memory.memsw.limit_in_bytes", limits.memory_bytes)
        with suppress(FileNotFoundError):  # this version counts apart what sockets hold, and only under a limit
            write(folders["memory"] / "memory.kmem.tcp.limit_in_bytes", limits.memory_bytes // SOCKETS_SHARE)
        write(folders["pids"] / "pids.max", limits.processes)
        if "cpu" in folders:
            write(folders["cpu"] / "cpu.cfs_period_us", PERIOD_MICROSECONDS)
            write(folders["cpu"] / "cpu.cfs_quota_us", int(limits.cpus * PERIOD_MICROSECONDS))

    def counters(self, folders: Mapping[str, Path]) -> Counters:
        return Counters(
            out_of_memory=read_key(folders["memory"] / "memory.oom_control", "oom_kill"),
            processes_refused=read_key(folders["pids"] / "pids.events", "max"),
            memory_peak_bytes=read_number(folders["memory"] / "memory.max_usage_in_bytes"),
        )


def find_cgroups(proc: Path = Path("/proc")) -> Cgroups:
    """Where this process may make groups with limits on memory and processes. Raises `Unusable` with every reason."""
    reasons = []
    for find in (_version_2, _version_1):
        try:
            return find(proc)
        except Unusable as error:
            reasons.append(str(error))
        except OSError as error:
            reasons.append(f"{error.filename}: {error.strerror}")
    raise Unusable("; ".join(reasons))


def _version_2(proc: Path) -> Cgroups:
    own = _own_folders(proc).get("")
    if own is None:
        raise Unusable("cgroup v2 is not mounted")
    if own.name == SERVER_LEAF:
        own = own.parent
    offered = (own / "cgroup.controllers").read_text().split()
    if missing := [name for name in NEEDED if name not in offered]:
        raise Unusable(f"cgroup v2 offers no {' and no '.join(missing)} controller in {own}")
    wanted = [name for name in (*NEEDED, "cpu") if name in offered]
    _try_to_make(own)
    if not set(wanted) <= set((own / "cgroup.subtree_control").read_text().split()):
        try:
            _hand_on(own, wanted)
        except OSError as error:
            raise Unusable(f"{own} cannot hand limits on to groups below it: {error.strerror}") from error
    return Version2(dict.fromkeys(wanted, own), proc)


def _hand_on(own: Path, controllers: list[str]) -> None:
    """Let children of `own` have limits, for which it must hold no process. Raises OSError."""
    order = " ".join(f"+{name}" for name in controllers)
    for _ in range(MOVES):
        with suppress(OSError):
            write(own / "cgroup.subtree_control", order)
            return
        _move_into_leaf(own)
    write(own / "cgroup.subtree_control", order)


def _move_into_leaf(own: Path) -> None:
    leaf = own / SERVER_LEAF
    leaf.mkdir(exist_ok=True)
    for pid in (own / "cgroup.procs").read_text().split():
        with suppress(ProcessLookupError):
            write(leaf / "cgroup.procs", pid)


def _version_1(proc: Path) -> Cgroups:
    folders = _own_folders(proc)
    if missing := [name for name in NEEDED if name not in folders]:
        raise Unusable(f"cgroup v1 has no {' and no '.join(missing)} controller mounted")
    for name in NEEDED:
        _try_to_make(folders[name])
    own = {name: folders[name] for name in NEEDED}
    if "cpu" in folders:
        with suppress(OSError):
            _try_to_make(folders["cpu"])
            own["cpu"] = folders["cpu"]
    return Version1(own, proc)


def _try_to_make(own: Path) -> None:
    trial = own / f"allranks-trial-{os.getpid()}"
    trial.mkdir()
    trial.rmdir()


def _own_folders(proc: Path) -> dict[str, Path]:
    """Our own group's folder for each controller of version 1, and for version 2 under the empty name."""
    own = {}
    for line in (proc / "self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            own[controller] = path
    folders: dict[str, Path] = {}
    for line in (proc / "self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        root, mount_point = before.split(" ")[3:5]
        if kind == "cgroup2":
            names = [""]
        elif kind == "cgroup":
            names = [name for name in options.split(",") if name in own]
        else:
            continue
        for name in names:
            if name in own:
                below = os.path.relpath(own[name], root)
                folders[name] = Path(mount_point) / ("." if below.startswith("..") else below)
    return folders
