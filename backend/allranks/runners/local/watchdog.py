"""The memory limit where the kernel holds none: look, and end what is over it.

Slower and coarser than a cgroup: a program may pass the limit by what it can take in one pause, and what is not in a
process (files in memory) is bounded by their file system's size alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import psutil

PAUSE_SECONDS = 0.5


def memory_of(pid: int) -> tuple[int, int]:
    """Bytes that a process and everything below it hold, what they share counted once, and how many they are."""
    held = count = 0
    try:
        processes = psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return 0, 0
    for process in processes:
        try:
            held += process.memory_full_info().pss
            count += 1
        except psutil.Error:
            continue
    return held, count


async def watch_memory(
    pid: int,
    limit_bytes: int,
    exceeded: Callable[[int], None],
    *,
    measure: Callable[[int], tuple[int, int]] = memory_of,
    pause_seconds: float = PAUSE_SECONDS,
) -> None:
    """Call `exceeded` with the number of processes, once, when the tree below `pid` holds more than `limit_bytes`.

    Never returns before that; cancel it when the tree has ended.
    """
    while True:
        held, count = await asyncio.to_thread(measure, pid)
        if held > limit_bytes:
            exceeded(count)
            return
        await asyncio.sleep(pause_seconds)
