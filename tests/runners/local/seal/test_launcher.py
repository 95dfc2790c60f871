"""The last step before bubblewrap."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from allranks.runners.local.seal.command import LAUNCHER, launch
from allranks.runners.local.seal.launcher import closed_folder

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the launcher is Linux's")

SHOW = "import json, os, resource; print(json.dumps([dict(os.environ), resource.getrlimit(resource.RLIMIT_MEMLOCK)]))"


def launched(**orders: Any) -> subprocess.CompletedProcess[str]:
    whole = {"join": [], "uid": None, "rlimits": {}, "read": [], "argv": [sys.executable, "-S", "-c", SHOW], **orders}
    command = [sys.executable, "-I", "-S", str(LAUNCHER), json.dumps(whole)]
    return subprocess.run(command, capture_output=True, text=True, env={"SECRET": "canary", "PATH": os.defpath})


def test_bubblewrap_is_started_with_an_empty_environment_and_bounds() -> None:
    result = launched(rlimits={"RLIMIT_MEMLOCK": 65536})
    environment, locked = json.loads(result.stdout)
    assert "canary" not in json.dumps(environment)
    assert set(environment) <= {"LC_CTYPE"}  # Python's own, where the locale is C
    assert locked == [65536, 65536]


def test_the_groups_are_joined_by_writing_into_their_files(tmp_path: Path) -> None:
    procs = tmp_path / "cgroup.procs"
    procs.write_text("")
    assert launched(join=[str(procs)]).returncode == 0
    assert procs.read_text() == "0"


def test_what_goes_wrong_is_one_line_and_a_status_of_its_own(tmp_path: Path) -> None:
    result = launched(join=[str(tmp_path / "missing" / "cgroup.procs")])
    assert result.returncode == 127
    [line] = result.stderr.splitlines()
    assert line.startswith("the sandbox could not be entered: ")
    assert "No such file" in line


def test_what_the_sandbox_could_not_read_is_named(tmp_path: Path) -> None:
    result = launched(read=[str(tmp_path / "gone")])
    assert result.returncode == 127
    assert f"may not read {tmp_path / 'gone'}" in result.stderr


def test_the_outermost_closed_folder_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "open" / "closed" / "also"
    inner.mkdir(parents=True)
    tmp_path.chmod(0o755)
    (tmp_path / "open").chmod(0o755)
    (tmp_path / "open" / "closed").chmod(0o700)
    somebody = os.geteuid() + 1
    below = closed_folder(str(inner / "file"), somebody)
    assert below is not None
    assert str(tmp_path / "open" / "closed").startswith(below)
    assert closed_folder("/usr/bin/python3", somebody) is None


def test_the_orders_hold_what_was_asked_for() -> None:
    *start, orders = launch("/python", join=["/a/cgroup.procs"], uid=60_600, read=["/venv"], command=["bwrap", "--"])
    assert start == ["/python", "-I", "-S", str(LAUNCHER)]
    read = json.loads(orders)
    assert (read["join"], read["uid"], read["read"]) == (["/a/cgroup.procs"], 60_600, ["/venv"])
    assert read["argv"] == ["bwrap", "--"]
    assert read["rlimits"]["RLIMIT_MSGQUEUE"] == 0
