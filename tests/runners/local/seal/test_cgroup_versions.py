"""Which control groups may be used, and what is written into and read from them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from allranks.protocol import Limits
from allranks.runners.local.enclosure import Counters
from allranks.runners.local.seal.cgroup_versions import SERVER_LEAF, Version1, Version2, find_cgroups
from allranks.runners.local.seal.cgroups import Unusable
from cgroup_tree import files, machine, version_2_group

LIMITS = Limits(memory_bytes=1_000_000, processes=77, cpus=1.5)


def test_version_2_is_used_where_our_group_hands_on_what_is_needed(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=["0::/here"], mounts=[""])
    version_2_group(tmp_path / "unified" / "here", controllers="cpu memory pids", handed_on="cpu memory pids")
    assert find_cgroups(proc).version == "cgroup v2"
    assert [path.name for path in (tmp_path / "unified" / "here").iterdir() if path.is_dir()] == []


def test_a_group_that_hands_on_nothing_is_told_to(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=["0::/here"], mounts=[""])
    here = version_2_group(tmp_path / "unified" / "here", controllers="cpu memory pids io")
    find_cgroups(proc)
    assert (here / "cgroup.subtree_control").read_text().split() == ["+memory", "+pids", "+cpu"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a file that root cannot write either is Linux's")
def test_processes_of_a_group_that_cannot_hand_on_move_below_it_and_a_refusal_is_told(
    tmp_path: Path,
) -> None:
    proc = machine(tmp_path, groups=["0::/here"], mounts=[""])
    here = version_2_group(tmp_path / "unified" / "here", controllers="memory pids", processes="4711\n")
    leaf = files(here / SERVER_LEAF, "cgroup.procs")
    (here / "cgroup.subtree_control").unlink()
    (here / "cgroup.subtree_control").symlink_to("/proc/version")
    with pytest.raises(Unusable, match=r"unified/here cannot hand limits on to groups below it: \w+"):
        find_cgroups(proc)
    assert (leaf / "cgroup.procs").read_text() == "4711"


def test_a_server_that_is_in_its_leaf_already_makes_groups_beside_it(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=[f"0::/here/{SERVER_LEAF}"], mounts=[""])
    here = version_2_group(tmp_path / "unified" / "here", controllers="memory pids", handed_on="memory pids")
    version_2_group(here / SERVER_LEAF, controllers="memory pids")
    files(here / "allranks-1-1-left")
    assert find_cgroups(proc).sweep() == ["allranks-1-1-left"]


def test_a_container_that_sees_only_its_own_part_of_the_tree_is_found_in_it(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=["0::/docker/4711"], mounts=[""])
    mounts = proc / "self" / "mountinfo"
    mounts.write_text(mounts.read_text().replace(" / ", " /docker/4711 ", 1))
    version_2_group(tmp_path / "unified", controllers="memory pids", handed_on="memory pids")
    assert find_cgroups(proc).version == "cgroup v2"


def test_version_1_does_without_a_bound_on_cpu_time(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=["3:memory:/", "2:pids:/"], mounts=["memory", "pids"])
    limits = files(tmp_path / "memory", "memory.limit_in_bytes"), files(tmp_path / "pids", "pids.max")
    cgroups = find_cgroups(proc)
    cgroups.set_limits({"memory": limits[0], "pids": limits[1]}, LIMITS)
    assert (limits[1] / "pids.max").read_text() == "77"


def test_version_2_without_a_controller_says_which(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=["0::/here"], mounts=[""])
    version_2_group(tmp_path / "unified" / "here", controllers="cpu pids")
    with pytest.raises(Unusable, match="cgroup v2 offers no memory controller"):
        find_cgroups(proc)


def test_version_1_is_used_where_version_2_has_nothing(tmp_path: Path) -> None:
    proc = machine(
        tmp_path, groups=["3:memory:/m", "2:pids:/p", "1:cpu,cpuacct:/c", "0::/"], mounts=["memory", "pids", "cpu", ""]
    )
    version_2_group(tmp_path / "unified", controllers="hugetlb")
    for name in ("memory/m", "pids/p", "cpu/c"):
        (tmp_path / name).mkdir()
    assert find_cgroups(proc).version == "cgroup v1"


def test_where_neither_can_be_used_every_reason_is_given(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=["3:memory:/m"], mounts=["memory"])
    with pytest.raises(Unusable, match=r"cgroup v2 is not mounted; cgroup v1 has no pids controller mounted"):
        find_cgroups(proc)


def test_a_group_that_we_may_not_make_children_in_cannot_be_used(tmp_path: Path) -> None:
    proc = machine(tmp_path, groups=["0::/gone"], mounts=[""])
    with pytest.raises(Unusable, match="No such file or directory"):
        find_cgroups(proc)


def test_limits_of_version_2(tmp_path: Path) -> None:
    group = files(tmp_path, "memory.max", "memory.oom.group", "memory.swap.max", "pids.max", "cpu.max")
    Version2({}).set_limits(dict.fromkeys(("memory", "pids", "cpu"), group), LIMITS)
    written = {path.name: path.read_text() for path in group.iterdir()}
    assert written == {
        "memory.max": "1000000",
        "memory.oom.group": "0",
        "memory.swap.max": "0",
        "pids.max": "77",
        "cpu.max": "150000 100000",
    }


def test_limits_of_version_1(tmp_path: Path) -> None:
    folders = {
        "memory": files(
            tmp_path / "memory",
            *("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.kmem.tcp.limit_in_bytes"),
        ),
        "pids": files(tmp_path / "pids", "pids.max"),
        "cpu": files(tmp_path / "cpu", "cpu.cfs_period_us", "cpu.cfs_quota_us"),
    }
    Version1({}).set_limits(folders, LIMITS)
    assert {path.name: path.read_text() for folder in folders.values() for path in folder.iterdir()} == {
        "memory.limit_in_bytes": "1000000",
        "memory.memsw.limit_in_bytes": "1000000",
        "memory.kmem.tcp.limit_in_bytes": "250000",
        "pids.max": "77",
        "cpu.cfs_period_us": "100000",
        "cpu.cfs_quota_us": "150000",
    }


def test_a_machine_without_swap_has_no_limit_on_it(tmp_path: Path) -> None:
    Version2({}).set_limits(
        dict.fromkeys(("memory", "pids"), files(tmp_path, "memory.max", "memory.oom.group", "pids.max")), LIMITS
    )
    assert not (tmp_path / "memory.swap.max").exists()


def test_a_limit_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Version2({}).set_limits(dict.fromkeys(("memory", "pids"), tmp_path), LIMITS)


def test_what_the_kernel_counted_is_read(tmp_path: Path) -> None:
    (tmp_path / "memory.events").write_text("low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\n")
    (tmp_path / "pids.events").write_text("max 9\n")
    (tmp_path / "memory.peak").write_text("123456\n")
    assert Version2({}).counters(dict.fromkeys(("memory", "pids"), tmp_path)) == Counters(2, 9, 123456)
    (tmp_path / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 4\n")
    (tmp_path / "memory.max_usage_in_bytes").write_text("654321\n")
    assert Version1({}).counters({"memory": tmp_path, "pids": tmp_path}) == Counters(4, 9, 654321)


def test_what_the_kernel_does_not_count_is_unknown_and_no_error(tmp_path: Path) -> None:
    assert Version2({}).counters(dict.fromkeys(("memory", "pids"), tmp_path)) == Counters(None, None, None)
