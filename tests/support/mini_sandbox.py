"""Small programs in a real sealed cell, without Ray: started through the warden, as a run is.

Every program is Python 3 text for `python -S`. The folders inside are those of a run: /home/learner, /tmp, /dev/shm,
and the Unix socket /ev/host, on which somebody listens.
"""

from __future__ import annotations

import functools
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress

from allranks.protocol import Limits
from allranks.runners.local.enclosure import Enclosure
from allranks.runners.local.seal.bubblewrap import Bubblewrap
from allranks.runners.local.seal.cgroup_versions import find_cgroups
from allranks.runners.local.seal.cgroups import Cgroups, Unusable
from allranks.runners.local.seal.mini import Mini, MiniResult
from allranks.runners.local.seal.mini import run_mini as run_in
from allranks.runners.local.seal.mini import start_mini as start_in
from allranks.runners.local.seal.uids import UidPool
from allranks.runners.local.seal.view import find_view

MEBIBYTE = 2**20
SMALL = Limits(
    memory_bytes=256 * MEBIBYTE,
    processes=128,
    cpus=1.0,
    shm_bytes=16 * MEBIBYTE,
    home_bytes=16 * MEBIBYTE,
    temporary_bytes=32 * MEBIBYTE,
    file_bytes=64 * MEBIBYTE,
)
"""Limits small enough to be reached in a moment."""


@functools.cache
def enclosure() -> Enclosure:
    """The seal of this machine, with everything that it can have."""
    cgroups: Cgroups | None = None
    with suppress(Unusable):
        cgroups = find_cgroups()
    uids = UidPool(first=60_600, count=500) if os.geteuid() == 0 else None
    return Bubblewrap(shutil.which("bwrap") or "bwrap", find_view(), cgroups=cgroups, uids=uids)


def run_mini(
    program: str,
    *,
    limits: Limits = SMALL,
    seconds: float = 10,
    arguments: Sequence[str] = (),
    extra_environment: Mapping[str, str] | None = None,
) -> MiniResult:
    """Run `program` in a sandbox of its own to its end, at most `seconds`; then it is killed (`timed_out`).

    `arguments` are its `sys.argv[1:]`. `extra_environment` is set outside, for the warden alone: the program must not
    find it."""
    return run_in(
        enclosure(),
        program,
        limits=limits,
        seconds=seconds,
        arguments=arguments,
        extra_environment=extra_environment,
    )


def start_mini(program: str, *, limits: Limits = SMALL, arguments: Sequence[str] = ()) -> Mini:
    """Start `program` and return at once; `.wait(seconds)` ends it. For two at the same time, or to look from outside:
    `.process.pid` is the warden, `.cell` the cell, `.listening` the socket behind /ev/host, `.folder` outside."""
    return start_in(enclosure(), program, limits=limits, arguments=arguments)
