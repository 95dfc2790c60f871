"""Finding and ending a run's processes from outside."""

import os
import subprocess
import sys

from allranks.runners.local.sweep import MARK, end, processes_of


def sleeper(run_id: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", "import time; print('up', flush=True); time.sleep(3600)"],
        env={**os.environ, MARK: run_id},
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    return process


def test_only_the_marked_runs_processes_are_ended() -> None:
    mine, other = sleeper("sweep-mine"), sleeper("sweep-other")
    try:
        assert [process.pid for process in processes_of("sweep-mine")] == [mine.pid]
        assert end("sweep-mine") == 1
        assert processes_of("sweep-mine") == []
        assert other.poll() is None
    finally:
        for process in (mine, other):
            process.kill()
            process.wait()


def test_an_ended_childs_status_is_left_for_its_parent() -> None:
    process = sleeper("sweep-status")
    end("sweep-status")
    assert process.wait(10) == -9


def test_nothing_left_is_nothing_done() -> None:
    assert end("sweep-nobody") == 0
