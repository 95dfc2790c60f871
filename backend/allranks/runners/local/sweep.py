"""Count and end the processes of a sandbox from outside, by the mark in their environment; and what a server left."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import psutil

from .owner import owned, owner_lives

MARK = "ALLRANKS_SANDBOX"
FOLDER = "ar-"
"""How the names of sandboxes' folders begin. Short: the path of a Unix socket may not pass 107 bytes."""


def folder_prefix() -> str:
    """How the names of this server's own sandboxes' folders begin."""
    return f"{FOLDER}{owned()}-"


def sweep_folders(parent: Path) -> list[str]:
    """End and remove the sandboxes that servers which are gone left in `parent`. Returns their folders' names."""
    left = [folder for folder in sorted(parent.glob(f"{FOLDER}*-*-*")) if not owner_lives(folder.name, FOLDER)]
    for folder in left:
        end(str(folder))
        shutil.rmtree(folder, ignore_errors=True)
    return [folder.name for folder in left]


def processes_of(mark: str) -> list[psutil.Process]:
    """Every process on this machine that was started with this sandbox's mark, or with one that begins with it.

    The warden ends the whole tree below itself; this finds what is left should the warden have been killed.
    """
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK, "").startswith(mark) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def end(mark: str, seconds: float = 2.0) -> int:
    """Kill what is left of a sandbox and wait for it. Returns how many processes there were.

    The warden may be among them. It is watched and not waited for: its exit status belongs to asyncio.
    """
    left = processes_of(mark)
    for process in left:
        try:
            process.kill()
        except psutil.Error:
            continue
    deadline = time.monotonic() + seconds
    while any(_lives(process) for process in left) and time.monotonic() < deadline:
        time.sleep(0.005)
    return len(left)


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
