from __future__ import annotations

from pathlib import Path

import pytest

from allranks.runners.local.enclosure import Cell, Counters
from allranks.runners.local.seal.bubblewrap import SealedCell
from allranks.runners.local.seal.cgroups import Group
from allranks.runners.local.seal.cpu_share import favour


@pytest.mark.parametrize(
    ("name", "left_over", "normal"), [("cpu.idle", "1", "0"), ("cpu.weight", "1", "100"), ("cpu.shares", "2", "1024")]
)
def test_a_group_gets_what_is_left_over_until_it_has_a_run(
    tmp_path: Path, name: str, left_over: str, normal: str
) -> None:
    file = tmp_path / name
    file.write_text("?")

    assert favour(tmp_path, live=False)
    assert file.read_text() == left_over
    assert favour(tmp_path, live=True)
    assert file.read_text() == normal


def test_the_way_that_gives_way_at_once_is_taken_where_there_are_two(tmp_path: Path) -> None:
    for name in ("cpu.idle", "cpu.shares"):
        (tmp_path / name).write_text("?")

    assert favour(tmp_path, live=False)
    assert [(tmp_path / name).read_text() for name in ("cpu.idle", "cpu.shares")] == ["1", "?"]


def test_a_kernel_that_offers_none_is_known(tmp_path: Path) -> None:
    assert not favour(tmp_path, live=False)
    assert list(tmp_path.iterdir()) == []


def test_a_cell_asks_its_group(tmp_path: Path) -> None:
    (tmp_path / "cpu.weight").write_text("?")
    group = Group({"memory": tmp_path, "cpu": tmp_path}, lambda folders: Counters())

    assert SealedCell(argv=[], environment={}, group=group).favour(live=False)
    assert (tmp_path / "cpu.weight").read_text() == "1"


def test_a_cell_whose_time_nobody_shares_out_says_so(tmp_path: Path) -> None:
    group = Group({"memory": tmp_path}, lambda folders: Counters())

    assert not SealedCell(argv=[], environment={}, group=group).favour(live=False)
    assert not SealedCell(argv=[], environment={}).favour(live=False)
    assert not Cell(argv=[], environment={}).favour(live=False)
