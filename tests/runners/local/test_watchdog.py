"""Memory is watched where the kernel does not limit it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from allranks.runners.local.watchdog import memory_of, watch_memory


async def test_who_holds_too_much_is_told_once_with_the_number_of_processes() -> None:
    measured = iter([(10, 3), (90, 4), (110, 5)])
    told: list[int] = []
    await watch_memory(1, 100, told.append, measure=lambda pid: next(measured), pause_seconds=0)
    assert told == [5]
    assert list(measured) == []


async def test_who_stays_below_is_watched_until_the_end() -> None:
    looks = asyncio.Event()
    loop = asyncio.get_running_loop()

    def measure(pid: int) -> tuple[int, int]:
        loop.call_soon_threadsafe(looks.set)
        return 100, 1

    watching = asyncio.create_task(watch_memory(1, 100, lambda count: None, measure=measure, pause_seconds=0))
    await looks.wait()
    looks.clear()
    await looks.wait()
    assert not watching.done()
    watching.cancel()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says what processes share")
def test_what_processes_share_counts_once() -> None:
    program = (
        "import os, signal\n"
        "block = b'x' * 64_000_000\n"
        "for _ in range(3):\n"
        "    if os.fork() == 0: signal.pause()\n"
        "print('up', flush=True); signal.pause()\n"
    )
    parent = subprocess.Popen(
        ["sh", "-c", '"$0" -S -c "$1"; true', sys.executable, program], stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"up\n"
        held, count = memory_of(parent.pid)
        assert count == 4
        assert 64_000_000 <= held < 2 * 64_000_000
    finally:
        os.killpg(parent.pid, 9)
        parent.communicate()
    assert memory_of(parent.pid) == (0, 0)
