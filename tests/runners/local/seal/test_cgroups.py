"""A sandbox's control group is made with its limits, emptied, and removed; a crashed server's too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from allranks.protocol import Limits
from allranks.runners.local.enclosure import Counters
from allranks.runners.local.owner import owned
from allranks.runners.local.seal.cgroups import Cgroups, Group, read_key, read_number


class Fake(Cgroups):
    """Groups that are plain folders."""

    version = "fake"

    def __init__(self, root: Path, *, broken: bool = False) -> None:
        super().__init__({name: root / name for name in ("memory", "pids")})
        self.broken = broken
        for name in ("memory", "pids"):
            (root / name).mkdir(exist_ok=True)

    def set_limits(self, folders: Mapping[str, Path], limits: Limits) -> None:
        if self.broken:
            raise PermissionError("no")

    def counters(self, folders: Mapping[str, Path]) -> Counters:
        return Counters()


def groups_in(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "memory").iterdir())


def test_a_group_is_made_for_every_controller_and_joined_through_each(tmp_path: Path) -> None:
    group = Fake(tmp_path).make("ar-1", Limits())
    [name] = groups_in(tmp_path)
    assert group.joined_by == [str(tmp_path / each / name / "cgroup.procs") for each in ("memory", "pids")]
    assert group.remove()
    assert groups_in(tmp_path) == []


def test_one_folder_for_all_controllers_is_joined_once(tmp_path: Path) -> None:
    group = Group(dict.fromkeys(("memory", "pids", "cpu"), tmp_path), lambda folders: Counters())
    assert group.joined_by == [str(tmp_path / "cgroup.procs")]


def test_a_group_whose_limits_cannot_be_set_is_not_left_behind(tmp_path: Path) -> None:
    with pytest.raises(PermissionError):
        Fake(tmp_path, broken=True).make("ar-1", Limits())
    assert groups_in(tmp_path) == []


def test_every_process_of_a_group_is_killed(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-S", "-c", "import signal; signal.pause()"])
    (tmp_path / "cgroup.procs").write_text(f"0\n{process.pid}\n")
    (tmp_path / "pids.max").write_text("77")
    Group({"pids": tmp_path}, lambda folders: Counters()).kill()
    assert process.wait(10) == -9
    assert (tmp_path / "pids.max").read_text().startswith("0"), "it could fork while it was killed"


def test_a_group_that_cannot_be_emptied_is_left_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "group" / "held").mkdir(parents=True)
    assert not Group({"pids": tmp_path / "group"}, lambda folders: Counters()).remove(seconds=0)
    assert "left for the next start" in caplog.text


def test_groups_of_servers_that_are_gone_are_swept_and_those_of_living_ones_are_kept(tmp_path: Path) -> None:
    cgroups = Fake(tmp_path)
    gone, ours, other = "allranks-1-1-ar-1", f"allranks-{owned()}-ar-2", f"allranks-{os.getpid()}-1-ar-3"
    for name in (gone, ours, other, "somebody-elses"):
        (tmp_path / "memory" / name).mkdir()
    assert cgroups.sweep() == sorted([gone, other])
    assert groups_in(tmp_path) == sorted([ours, "somebody-elses"])


def test_numbers_are_read_and_anything_else_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert read_number(file) is None
    file.write_text("max\n")
    assert (read_number(file), read_key(file, "max")) == (None, None)
    file.write_text("oom 1\noom_kill 2\n")
    assert (read_key(file, "oom_kill"), read_key(file, "missing")) == (2, None)
