"""A rank's process as the host knows it, found by the id that the rank itself gave, and signalled.

That id is a claim, and counted in the sandbox's own process namespace. It is looked for among the descendants of the
sandbox's warden alone, so that a false one can only ever hit a process of the run that told it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path

import psutil

NAMESPACES = "NSpid:"
DEEPEST = 4096
"""Generations between a warden and a process of its, at most. A cheap bound, in case of a loop that cannot be."""


def find_process(warden: psutil.Process, claimed: int, *, own_namespace: bool) -> int | None:
    """The host's id of the process below `warden` that knows itself as `claimed`, or None. `own_namespace`: the sandbox
    has a process namespace of its own; elsewhere the claim is the id itself, if it is a descendant's.

    Blocks for some milliseconds.
    """
    try:
        below = [process.pid for process in warden.children(recursive=True)]
    except psutil.Error:
        return None
    if not own_namespace:
        return claimed if claimed in below else None
    outside = len(_ids(warden.pid))
    found = [pid for pid in below if len(ids := _ids(pid)) > outside and ids[-1] == claimed]
    return found[0] if len(found) == 1 else None


def send_signal(warden: psutil.Process, pid: int, number: signal.Signals) -> None:
    """Signal a process below `warden`. Raises ProcessLookupError when there is none of this id below it (any more),
    PermissionError when the server may not."""
    if not hasattr(os, "pidfd_open"):
        _check(warden, pid)
        os.kill(pid, number)
        return
    # The descriptor comes first: what is checked then is this process, or the signal finds nobody.
    process = os.pidfd_open(pid)
    try:
        _check(warden, pid)
        signal.pidfd_send_signal(process, number)
    finally:
        os.close(process)


def _check(warden: psutil.Process, pid: int) -> None:
    try:
        if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE and _is_below(warden, pid):
            return
    except psutil.Error:
        pass
    raise ProcessLookupError(f"no process {pid} lives below the warden")


def _is_below(warden: psutil.Process, pid: int) -> bool:
    for _ in range(DEEPEST):
        pid = psutil.Process(pid).ppid()
        if pid == warden.pid:
            return warden.is_running()
        if pid <= 1:
            return False
    return False


def _ids(pid: int) -> Sequence[int]:
    """The ids of a process, in our process namespace first and in its own last. Empty when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(errors="replace").splitlines()
    except OSError:
        return ()
    found = next((line for line in lines if line.startswith(NAMESPACES)), NAMESPACES)
    return [int(part) for part in found.removeprefix(NAMESPACES).split()]
