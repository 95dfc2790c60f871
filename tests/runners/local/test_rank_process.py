"""Only a process below the warden is ever found or signalled. With real trees of processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from allranks.runners.local.rank_process import find_process, send_signal

TREE = """
import os, sys, signal
first = os.fork()
if first == 0:
    second = os.fork()
    if second == 0:
        signal.pause()
    print(os.getpid(), second, flush=True)
    signal.pause()
signal.pause()
"""


@contextmanager
def tree() -> Iterator[tuple[psutil.Process, int, int]]:
    """A process that stands for a warden, its child and its grandchild."""
    with subprocess.Popen([sys.executable, "-S", "-c", TREE], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        child, grandchild = (int(part) for part in process.stdout.readline().split())
        try:
            yield psutil.Process(process.pid), child, grandchild
        finally:
            for pid in (grandchild, child, process.pid):
                os.kill(pid, signal.SIGKILL)


@pytest.fixture
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    """A process that belongs to nobody's run."""
    with subprocess.Popen(["sleep", "3600"]) as process:
        yield process
        process.kill()


def test_a_descendant_is_found_by_its_own_id_where_all_share_one_namespace() -> None:
    with tree() as (warden, child, grandchild):
        assert find_process(warden, child, own_namespace=False) == child
        assert find_process(warden, grandchild, own_namespace=False) == grandchild


def test_nobody_else_is_found(stranger: subprocess.Popen[bytes]) -> None:
    with tree() as (warden, _, _):
        for claimed in (stranger.pid, os.getpid(), warden.pid, 1, 0, -1, 2**40):
            assert find_process(warden, claimed, own_namespace=False) is None
            assert find_process(warden, claimed, own_namespace=True) is None


def test_where_a_sandbox_has_its_own_namespace_a_process_outside_of_it_is_not_taken_for_one_inside() -> None:
    with tree() as (warden, child, _):
        assert find_process(warden, child, own_namespace=True) is None


def test_a_descendant_is_signalled() -> None:
    with tree() as (warden, _, grandchild):
        send_signal(warden, grandchild, signal.SIGSTOP)
        while psutil.Process(grandchild).status() != psutil.STATUS_STOPPED:
            pass
        send_signal(warden, grandchild, signal.SIGCONT)


def test_a_process_that_is_not_below_the_warden_is_not_signalled(stranger: subprocess.Popen[bytes]) -> None:
    with tree() as (warden, _, _), pytest.raises(ProcessLookupError):
        send_signal(warden, stranger.pid, signal.SIGKILL)
    assert stranger.poll() is None


def test_a_process_that_has_ended_is_not_signalled() -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", ""]) as gone:
        pass
    with tree() as (warden, _, _), pytest.raises(ProcessLookupError):
        send_signal(warden, gone.pid, signal.SIGKILL)


def test_nothing_is_signalled_once_the_warden_is_gone() -> None:
    with tree() as (warden, child, _):
        pass
    assert find_process(warden, child, own_namespace=False) is None
