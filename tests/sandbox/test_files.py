"""A run sees its own files and the system's, and changes only its own."""

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

import allranks
from attacks import attack
from canary import Canary
from neighbour import Neighbour

pytestmark = pytest.mark.sandbox

PROJECT = Path(__file__).parents[2]
PACKAGE = Path(allranks.__file__).parent
SITE = sysconfig.get_path("purelib")
WRITE = {
    "site": [SITE],
    "files": [sys.executable, os.__file__, allranks.__file__, f"{SITE}/pytest/__init__.py", "/etc/passwd", "/ev/host"],
}
COUNTERS = {"/proc/sys/kernel/ns_last_pid"}
"""What the machine changes by itself."""


@pytest.fixture
def reading(canary: Canary, neighbour: Neighbour) -> dict[str, Any]:
    sources = [str(path) for path in (*PROJECT.glob("exercises*"), *PROJECT.glob("tests"), *PROJECT.glob(".git"))]
    assert sources
    return {**canary.targets, "neighbour": neighbour.folder, "sources": [*sources, str(PACKAGE / "_exercises")]}


def test_files_of_the_server_cannot_be_read(canary: Canary, reading: dict[str, Any]) -> None:
    assert Path(reading["database"]).stat().st_mode & 0o004, "outside, anybody may read it"
    seen = attack(
        "read_everything",
        reading,
        only=[
            "the_servers_database",
            "the_servers_private_file",
            "the_servers_folder",
            "through_other_roots",
            "the_secret_in_any_file",
        ],
    )
    assert seen["the_servers_database"] == "ENOENT"
    assert seen["the_servers_private_file"] == "ENOENT"
    assert seen["the_servers_folder"] == "ENOENT"
    assert seen["through_other_roots"] == []
    assert seen["the_secret_in_any_file"] == []


def test_other_runs_cannot_be_read(reading: dict[str, Any]) -> None:
    """The other one runs at the same time and keeps the same secret in every folder of its own."""
    seen = attack("read_everything", reading, only=["another_runs_folder", "the_secret_in_any_file", "other_processes"])
    assert seen["another_runs_folder"] == "ENOENT"
    assert seen["the_secret_in_any_file"] == []
    assert seen["other_processes"] == [Path(sys.executable).name]


def test_files_of_the_machine_cannot_be_read(reading: dict[str, Any]) -> None:
    seen = attack("read_everything", reading, only=["usual_secrets", "accounts", "the_kernels_addresses"])
    assert seen["usual_secrets"] == []
    assert seen["accounts"] == ["learner"]
    assert seen["the_kernels_addresses"] in ([""], "EPERM", "ENOENT")


def test_exercises_with_their_solutions_cannot_be_read(reading: dict[str, Any]) -> None:
    assert (
        attack("read_everything", reading, only=["where_the_tests_and_solutions_lie"])[
            "where_the_tests_and_solutions_lie"
        ]
        == []
    )


def test_the_system_cannot_be_written_to() -> None:
    seen = attack("write_everywhere", WRITE)
    assert seen["new_files"] == []
    assert seen["old_files"] == []
    assert seen["a_hard_link_to_the_system"] in ("EXDEV", "EPERM")
    assert seen["another_python_start"] == []
    assert seen["mount_writable_again"] == "EPERM"
    assert seen["unmount"] == "EPERM"


def test_device_nodes_cannot_be_made() -> None:
    assert attack("write_everywhere", WRITE, only=["device_nodes"])["device_nodes"] == []


def test_settings_of_the_machine_cannot_be_changed() -> None:
    """What can be changed belongs to the sandbox's own namespaces: the machine's value stays."""
    own = ("/proc/sys/fs/mqueue/*", "/proc/sys/kernel/*")
    before = {str(path): settings_value(path) for pattern in own for path in Path("/").glob(pattern[1:])}
    seen = attack("write_everywhere", WRITE, only=["the_kernels_settings", "the_kernels_commands"])
    assert seen["the_kernels_settings"], "nothing was changed, so nothing is proved"
    assert set(seen["the_kernels_settings"]) <= before.keys()
    now = {path: settings_value(Path(path)) for path in seen["the_kernels_settings"] if path not in COUNTERS}
    assert now == {path: before[path] for path in now}
    assert seen["the_kernels_commands"] in ("EACCES", "EROFS", "EPERM", "ENOENT")


def settings_value(path: Path) -> str | None:
    try:
        return path.read_text()
    except OSError:
        return None
