"""A thread that gets no turn, and one that asks for none."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from allranks.recorder.starving import TASKS, Starving
from clocks import Clock


def test_of_the_time_since_the_last_look_it_tells_the_share(tmp_path: Path) -> None:
    clock = Clock()
    me = threading.main_thread()
    counted = tmp_path / str(me.native_id) / "schedstat"
    counted.parent.mkdir()
    starving = Starving(clock, tmp_path)
    told = []
    for waited_ns in (5_000_000_000, 5_000_000_000, 6_000_000_000, 9_000_000_000):
        counted.write_text(f"1 {waited_ns} 7\n")
        told.append(starving.percent(me.ident or 0))
        clock.now += 2.0
    assert told == [0.0, 0.0, 50.0, 100.0]


def test_where_nobody_counts_it_is_nothing(tmp_path: Path) -> None:
    clock = Clock()
    starving = Starving(clock, tmp_path)
    for _ in range(2):
        assert starving.percent(threading.get_ident()) == 0.0
        clock.now += 1.0


@pytest.mark.skipif(not TASKS.exists(), reason="only Linux counts it")
def test_this_machine_counts_it_for_a_thread_that_shares_its_core() -> None:
    """Two processes on one core: each waits for about half of the time."""
    core = {min(os.sched_getaffinity(0))}
    child = os.fork()
    if child == 0:
        os.sched_setaffinity(0, core)
        while True:
            sys.intern("busy")
    mine = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, core)
        starving = Starving()
        starving.percent(threading.get_ident())
        for number in range(3_000_000):
            sys.intern(str(number % 7))
        assert starving.percent(threading.get_ident()) > 5.0
    finally:
        os.sched_setaffinity(0, mine)
        os.kill(child, 9)
        os.waitpid(child, 0)
