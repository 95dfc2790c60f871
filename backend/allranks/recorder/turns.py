"""Several programs in one sandbox, one after the other: for programs that trust each other, as those of one author do.

    this process: imports done, one thread ─┬─ fork ─ warm-up
                                            ├─ fork ─ driver of the first program
                                            └─ fork ─ driver of the second, when nothing of the first is left

Ray and its zygote stay. A program's driver, its actors and its files do not.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NoReturn

from .channel import connect

GONE_SECONDS = 2.0
"""So long the actors of a program that has ended may take to go. What stays is Ray's own."""
POLL_SECONDS = 0.01
BROKEN = 70


def in_child(work: Callable[[], object]) -> int:
    """Do `work` in a fork of this process, which must have one thread, and return its exit status, negative for a
    signal."""
    child = os.fork()
    if child == 0:
        status = BROKEN
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def serve(become: Callable[[dict[str, Any]], NoReturn], folders: Iterable[str], notes: list[str]) -> int:
    """Say that the sandbox is ready, let `become` turn a fork into the driver of the job that comes, say how it ended
    and that the sandbox is ready again, and so on until standard input ends. `folders` are emptied in between of what
    was not there before."""
    before = {folder: set(os.listdir(folder)) for folder in folders}
    there = processes()
    status: int | None = None
    while True:
        ready = connect({"channel": "ready", "notes": notes, "status": status})
        line = sys.stdin.buffer.readline()
        if ready is not None:
            ready.close()
        if not line:
            return 0
        # Not sooner: when a program has ended, the host looks at what it left.
        for folder, kept in before.items():
            empty(folder, kept)
        status = in_child(partial(_drive, json.loads(line), become))
        there = wait_until_gone(there)


def _drive(job: dict[str, Any], become: Callable[[dict[str, Any]], NoReturn]) -> None:
    """In the child: speak to the host on connections of its own, which end with it, and run the job."""
    from .zygote import reseed

    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    for number, stream in ((1, "stdout"), (2, "stderr")):
        connection = connect({"channel": "log", "stream": stream})
        if connection is not None:
            os.dup2(connection.fileno(), number)
            connection.close()
    reseed()
    become(job)


def wait_until_gone(there: set[int]) -> set[int]:
    """Wait until only the processes `there` are left, and return those that are."""
    deadline = time.monotonic() + GONE_SECONDS
    while time.monotonic() < deadline and not processes() <= there:
        time.sleep(POLL_SECONDS)
    return processes()


def processes() -> set[int]:
    """The ids of all processes in this sandbox."""
    return {int(name) for name in os.listdir("/proc") if name.isdigit()}


def empty(folder: str, kept: set[str]) -> None:
    """Remove what lies in `folder` and is not among the names `kept`."""
    for name in set(os.listdir(folder)) - kept:
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)
