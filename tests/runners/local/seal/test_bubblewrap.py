"""A sealed cell is opened whole or not at all, and tells how its program ended."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from allranks.protocol import Limits, RunnerFailed
from allranks.runners.local.enclosure import Counters
from allranks.runners.local.seal.bubblewrap import Bubblewrap, SealedCell, signal_in
from allranks.runners.local.seal.command import counted
from allranks.runners.local.seal.uids import UidPool
from allranks.runners.local.seal.view import find_view

FIRST = 59_200


@pytest.mark.parametrize(("code", "number"), [(0, None), (1, None), (128, None), (137, 9), (139, 11), (255, None)])
def test_a_signal_is_read_from_bubblewraps_exit_status(code: int, number: int | None) -> None:
    assert signal_in(code) == number


def test_a_cells_status_is_told_of_the_program() -> None:
    cell = SealedCell(argv=[], environment={})
    line = {"exit_code": 139, "signal": None, "killed": 3, "stopped": False}
    assert cell.read_status(line) == {"exit_code": None, "signal": 11, "killed": 3, "stopped": False}
    assert cell.read_status({"exit_code": 1, "signal": None}) == {"exit_code": 1, "signal": None}
    assert cell.read_status({"exit_code": None, "signal": 9}) == {"exit_code": None, "signal": 9}
    assert cell.read_status(None) is None


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_cell_that_cannot_be_opened_keeps_no_user_id_and_no_descriptor(tmp_path: Path) -> None:
    uids = UidPool(FIRST, 2)
    enclosure = Bubblewrap("/usr/bin/bwrap", find_view(), cgroups=None, uids=uids)
    before = open_descriptors()
    with pytest.raises(FileNotFoundError):  # there is no socket to hand over
        enclosure.open(tmp_path / "missing", "mark", ["true"], {}, Limits())
    assert uids.held == frozenset()
    assert open_descriptors() == before


def test_nothing_is_opened_while_the_self_test_fails(tmp_path: Path) -> None:
    enclosure = Bubblewrap("/usr/bin/bwrap", find_view(), cgroups=None, uids=None)
    enclosure.failing = "memory is not limited"
    with pytest.raises(RunnerFailed, match="does not hold any more: memory is not limited"):
        enclosure.open(tmp_path, "mark", ["true"], {}, Limits())


def test_a_self_test_that_cannot_be_done_counts_as_failed() -> None:
    enclosure = Bubblewrap("/nowhere/bwrap", find_view(), cgroups=None, uids=None)
    enclosure.check()
    assert enclosure.failing is not None
    assert "no sandbox could be started" in enclosure.failing


def test_the_outermost_process_knows_nothing_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLRANKS_CANARY", "secret")
    (tmp_path / "host").touch()
    cell = Bubblewrap("/usr/bin/bwrap", find_view(), cgroups=None, uids=None).open(
        tmp_path, "mark", ["true"], {"INSIDE": "yes"}, Limits()
    )
    try:
        assert set(cell.environment) == {"PATH", "ALLRANKS_SANDBOX"}
        assert "INSIDE" not in " ".join(cell.argv), "the options go by a descriptor: command lines can be read inside"
        assert str(os.getpid()) not in cell.argv
        assert len(cell.inherited) > 3
    finally:
        cell.close()


def test_bubblewraps_command_line_shows_a_descriptor_and_the_command(tmp_path: Path) -> None:
    (tmp_path / "host").touch()
    cell = Bubblewrap("/usr/bin/bwrap", find_view(), cgroups=None, uids=None).open(
        tmp_path, "mark", ["python", "-m", "recorder"], {"INSIDE": "yes"}, Limits(processes=7)
    )
    try:
        bwrap, args, descriptor, end, *command = json.loads(cell.argv[-1])["argv"]
        assert (bwrap, args, end) == ("/usr/bin/bwrap", "--args", "--")
        assert int(descriptor) in cell.inherited
        assert command == counted(["python", "-m", "recorder"], 7)
        assert b"INSIDE\0yes\0" in os.pread(int(descriptor), 100_000, 0)
    finally:
        cell.close()


def test_without_cgroups_nothing_is_counted_and_memory_is_watched() -> None:
    assert SealedCell(argv=[], environment={}).counters() == Counters()
    enclosure = Bubblewrap("/usr/bin/bwrap", find_view(), cgroups=None, uids=None)
    assert (enclosure.level, enclosure.watch_memory) == ("C", True)
    assert "only watched" in enclosure.isolation
