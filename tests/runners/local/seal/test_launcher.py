"""The last step before bubblewrap."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from allranks.runners.local.seal.command import LAUNCHER, launch
from allranks.runners.local.seal.launcher import closed_folder

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the launcher is Linux's")

SHOW = "import json, os, resource; print(json.dumps([dict(os.environ), resource.getrlimit(resource.RLIMIT_MEMLOCK)]))"


SHOW_RIGHTS = "import os; print(os.getresuid(), os.getgroups(), open('/proc/self/status').read())"
UNUSED_UID = 59_300


def launched(**orders: Any) -> subprocess.CompletedProcess[str]:
    whole = {"join": [], "uid": None, "rlimits": {}, "read": [], "argv": [sys.executable, "-S", "-c", SHOW], **orders}
    command = [sys.executable, "-I", "-S", str(LAUNCHER), json.dumps(whole)]
    return started(command)


def started(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, env={"SECRET": "canary", "PATH": os.defpath})


def test_bubblewrap_is_started_with_an_empty_environment_and_bounds() -> None:
    result = launched(rlimits={"RLIMIT_MEMLOCK": 65536})
    environment, locked = json.loads(result.stdout)
    assert "canary" not in json.dumps(environment)
    assert set(environment) <= {"LC_CTYPE"}  # Python's own, where the locale is C
    assert locked == [65536, 65536]


def test_a_bound_that_is_lower_already_stays() -> None:
    orders = {"join": [], "uid": None, "rlimits": {"RLIMIT_MEMLOCK": 65536}, "read": []}
    orders["argv"] = [sys.executable, "-S", "-c", SHOW]
    launcher = [sys.executable, "-I", "-S", str(LAUNCHER), json.dumps(orders)]
    result = started(["sh", "-c", 'ulimit -l 32 && exec "$@"', "sh", *launcher])
    assert json.loads(result.stdout)[1] == [32768, 32768]


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


@pytest.mark.sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_nothing_of_root_is_left() -> None:
    python = [sys.prefix, sys.base_prefix]
    shown = launched(uid=UNUSED_UID, argv=[sys.executable, "-S", "-c", SHOW_RIGHTS], read=python).stdout
    assert shown.startswith(f"({UNUSED_UID}, {UNUSED_UID}, {UNUSED_UID}) [] ")
    assert [int(bits, 16) for bits in re.findall(r"Cap(?:Prm|Eff|Bnd|Amb):\s+(\w+)", shown)] == [0, 0, 0, 0]
    assert "NoNewPrivs:\t1" in shown


@pytest.mark.sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can lay a folder over another")
def test_of_a_closed_folder_just_what_is_needed_is_seen_and_nothing_changes_outside(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    for name in ("needed/file", "secret/file"):
        (closed / name).parent.mkdir(parents=True)
        (closed / name).write_text(name)
    closed.chmod(0o700)

    result = launched(uid=UNUSED_UID, read=[str(closed / "needed")], argv=["/usr/bin/find", str(closed), "-type", "f"])

    assert result.stdout.splitlines() == [str(closed / "needed" / "file")]
    assert sorted(path.name for path in closed.iterdir()) == ["needed", "secret"]


def test_the_orders_hold_what_was_asked_for() -> None:
    *start, orders = launch("/python", join=["/a/cgroup.procs"], uid=60_600, read=["/venv"], command=["bwrap", "--"])
    assert start == ["/python", "-I", "-S", str(LAUNCHER)]
    read = json.loads(orders)
    assert (read["join"], read["uid"], read["read"]) == (["/a/cgroup.procs"], 60_600, ["/venv"])
    assert read["argv"] == ["bwrap", "--"]
    assert read["rlimits"]["RLIMIT_MSGQUEUE"] == 0
