"""What holds where there are namespaces and no cgroups: memory is watched, processes are counted."""

from __future__ import annotations

import os
import shutil

import pytest

from allranks.protocol import Limits
from allranks.runners.local.seal import Bubblewrap
from allranks.runners.local.seal.levels import FIRST_UID, UIDS
from allranks.runners.local.seal.mini import start_mini
from allranks.runners.local.seal.uids import UidPool
from allranks.runners.local.seal.view import find_view
from real_runs import execute

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(120)]

FORKS = """import os, signal
children = 0
try:
    while children < 200:
        if os.fork() == 0: signal.pause()
        children += 1
except OSError as error:
    print(children, error.strerror, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
ALLOCATES = """import time
held = []
for _ in range(40):
    held.append(b'x' * (64 << 20))
    time.sleep(0.05)
print('all of it')
"""


def level_c() -> Bubblewrap:
    uids = UidPool(FIRST_UID, UIDS) if os.geteuid() == 0 else None  # the kernel counts no process of root's
    return Bubblewrap(shutil.which("bwrap") or "bwrap", find_view(), cgroups=None, uids=uids)


def test_processes_are_counted_in_each_sandbox_alone() -> None:
    minis = [start_mini(level_c(), FORKS, limits=Limits(processes=40)) for _ in range(2)]
    for result in [mini.wait(20) for mini in minis]:
        children, why = result.stdout.split(maxsplit=1)
        assert 30 < int(children) < 40
        assert "unavailable" in why


async def test_who_takes_more_memory_than_allowed_is_ended_and_told_the_limit() -> None:
    limits = Limits(memory_bytes=3 * 2**29)
    run, _ = await execute(ALLOCATES, limits=limits, enclosure=level_c())
    assert run.finished.end == "out_of_memory", run.finished
    assert "1.5 GiB" in run.finished.sentence
    assert "all of it" not in run.text()
