"""The warden ends everything below it."""

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from allranks.runners.local.warden_start import WARDEN

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a subreaper is Linux's")

DETACHED = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(3600)
    os._exit(0)
os.wait()
"""


class Watched:
    """A warden, its command's output and its status line."""

    def __init__(self, program: str, limits: dict[str, int] | None = None) -> None:
        status, write_end = os.pipe()
        self.status = os.fdopen(status)
        command = [sys.executable, "-I", "-S", str(WARDEN), str(write_end), json.dumps(limits or {}), "--"]
        self.process = subprocess.Popen(
            [*command, sys.executable, "-c", program], pass_fds=(write_end,), stdout=subprocess.PIPE, text=True
        )
        os.close(write_end)

    def line(self) -> str:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], 20)
        assert ready, "the command said nothing"
        return self.process.stdout.readline()

    def end(self) -> dict[str, Any]:
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        with self.status as status:
            found: dict[str, Any] = json.loads(status.read())
        return found


def test_an_exit_status_is_passed_on() -> None:
    assert Watched("import sys; sys.exit(3)").end() == {"exit_code": 3, "signal": None, "killed": 0, "stopped": False}


def test_a_signal_is_named() -> None:
    assert Watched("import os; os.kill(os.getpid(), 9)").end()["signal"] == signal.SIGKILL


def test_a_process_that_detached_itself_is_ended_too() -> None:
    watched = Watched(DETACHED)
    detached = int(watched.line())
    assert watched.end()["killed"] == 1
    assert not psutil.pid_exists(detached)


def test_sigterm_ends_a_command_that_ignores_it() -> None:
    watched = Watched(
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('on', flush=True); time.sleep(3600)"
    )
    watched.line()
    watched.process.terminate()
    ended = watched.end()
    assert (ended["stopped"], ended["killed"], ended["exit_code"]) == (True, 1, None)


def test_it_dies_with_the_server(tmp_path: Path) -> None:
    server = f"""
import os, subprocess, sys
read, write = os.pipe()
command = [sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(3600)"]
warden = subprocess.Popen([sys.executable, "-I", "-S", {str(WARDEN)!r}, str(write), "{{}}", "--", *command],
                          pass_fds=(write,), stdout=subprocess.PIPE, text=True)
print(warden.stdout.readline().strip(), warden.pid, flush=True)
os.kill(os.getpid(), 9)
"""
    output = subprocess.run([sys.executable, "-c", server], stdout=subprocess.PIPE, text=True, timeout=20, check=False)
    pids = [int(pid) for pid in output.stdout.split()]
    _, alive = psutil.wait_procs([psutil.Process(pid) for pid in pids if psutil.pid_exists(pid)], timeout=10)
    assert not alive


def test_its_command_dies_with_it() -> None:
    watched = Watched("import os, time; print(os.getpid(), flush=True); time.sleep(3600)")
    command = psutil.Process(int(watched.line()))
    watched.process.kill()
    command.wait(10)
    watched.process.wait(10)
    watched.status.close()
    assert watched.process.stdout is not None
    watched.process.stdout.close()


def test_limits_are_set() -> None:
    watched = Watched(
        "import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE)[1], flush=True)", {"RLIMIT_NOFILE": 99}
    )
    assert watched.line().strip() == "99"
    assert watched.end()["exit_code"] == 0
