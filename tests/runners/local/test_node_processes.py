"""The raylet of a node that is to be taken away, among processes that only look like it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from allranks.runners.local.node_processes import find_raylet

WAITS = "import sys, time; print(); sys.stdout.flush(); time.sleep(60)"
FIRST, SECOND = "--node_ip_address=127.0.0.2", "--node_ip_address=127.0.0.3"


@contextmanager
def raylets(folder: Path, *each: list[str]) -> Iterator[list[int]]:
    """Children of this process that are called `raylet`, with these arguments."""
    raylet = folder / "raylet"
    raylet.symlink_to(sys.executable)
    with ExitStack() as stack:
        started = []
        for words in each:
            process = subprocess.Popen([raylet, "-c", WAITS, *words], stdout=subprocess.PIPE)
            stack.callback(process.communicate)
            stack.callback(process.kill)
            assert process.stdout is not None
            process.stdout.readline()
            started.append(process.pid)
        yield started


def test_the_raylet_of_the_second_node_is_found_by_its_address(tmp_path: Path) -> None:
    with raylets(tmp_path, [FIRST, "--head"], [SECOND]) as (_, second):
        assert find_raylet(psutil.Process(), "127.0.0.3").pid == second


@pytest.mark.parametrize(
    ("each", "address", "reason"),
    [
        ([[FIRST, "--head"]], "127.0.0.2", "the run has one node"),
        ([[FIRST, "--head"], [SECOND]], "127.0.0.2", "it is on the head node"),
        ([[FIRST, "--head"], [SECOND]], "127.0.0.4", "no node of the run is at 127.0.0.4"),
        ([], "127.0.0.3", "the run has one node"),
    ],
)
def test_a_node_that_must_not_go_is_not_found(each: list[list[str]], address: str, reason: str, tmp_path: Path) -> None:
    with raylets(tmp_path, *each), pytest.raises(LookupError, match=reason):
        find_raylet(psutil.Process(), address)


def test_below_a_process_that_is_gone_there_is_no_node() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as gone:
        warden = psutil.Process(gone.pid)
    with pytest.raises(LookupError, match="the run has ended"):
        find_raylet(warden, "127.0.0.3")
