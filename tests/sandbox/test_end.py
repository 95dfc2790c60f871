"""Whoever is killed outside, nothing of a run outlives it; and the next server removes what no process can."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path

import psutil
import pytest

from allranks.runners.local.sweep import processes_of, sweep_folders
from attacks import source_of
from mini_sandbox import enclosure, start_mini

pytestmark = pytest.mark.sandbox

SERVER = """
import socket, sys, time
from attacks import source_of
from mini_sandbox import start_mini
mini = start_mini(source_of("outlive"))
connection, _ = mini.listening.accept()
assert connection.recv(5, socket.MSG_WAITALL) == b"ready"
print(mini.folder, flush=True)
time.sleep(600)
"""
CGROUPS = Path("/sys/fs/cgroup")


@pytest.fixture
def temporary() -> Generator[Path]:
    with tempfile.TemporaryDirectory(prefix="s-") as folder:
        yield Path(folder)


def wait_until_gone(processes: list[psutil.Process], seconds: float = 5) -> None:
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []


def groups_of(folder: str) -> list[str]:
    return [path for path, _, _ in os.walk(CGROUPS) if path.endswith(Path(folder).name)]


def test_a_server_killed_with_its_runs_leaves_no_process(temporary: Path) -> None:
    search = os.pathsep.join(path for path in sys.path if path)
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": search, "TMPDIR": str(temporary)},
    )
    assert server.stdout is not None
    folder = server.stdout.readline().strip()
    processes = processes_of(folder)
    assert len(processes) >= 5, "the warden, bubblewrap twice and the program with its children"
    server.kill()
    server.wait()
    server.stdout.close()
    wait_until_gone(processes)
    assert processes_of(folder) == []

    assert Path(folder).is_dir(), "a folder cannot go by itself"
    assert sweep_folders(temporary) == [Path(folder).name]
    assert not Path(folder).exists()
    enclosure().sweep()
    assert groups_of(folder) == []


@pytest.mark.parametrize("killed", ["warden", "bubblewrap", "first process"])
def test_whoever_holds_a_run_takes_it_along(killed: str) -> None:
    mini = start_mini(source_of("outlive"))
    mini.listening.settimeout(30)
    connection, _ = mini.listening.accept()
    with connection:
        assert connection.recv(5) == b"ready"
        below = psutil.Process(mini.process.pid).children(recursive=True)
        assert len(below) >= 5
        chosen: dict[str, Callable[[], int]] = {
            "warden": lambda: mini.process.pid,
            "bubblewrap": lambda: below[0].pid,
            "first process": lambda: below[1].pid,
        }
        os.kill(chosen[killed](), signal.SIGKILL)
        wait_until_gone(below)
    result = mini.wait(5)
    assert not result.timed_out
    assert result.exit_code == {"warden": None, "bubblewrap": -9, "first process": -9}[killed]
