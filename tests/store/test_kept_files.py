"""Files of checkpoints that runs left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from allranks.store import FilesGone, KeptFiles


@pytest.fixture
def kept(tmp_path: Path) -> KeptFiles:
    return KeptFiles(tmp_path / "checkpoints", run_bytes=100, total_bytes=250)


def leave(kept: KeptFiles, run_id: str, size: int, name: str = "checkpoint_1", age: float = 0.0) -> Path:
    place = kept.place(run_id, name)
    (place / "below").mkdir(parents=True)
    (place / "state.pt").write_bytes(b"x" * (size - 1))
    (place / "below" / "epoch").write_bytes(b"y")
    os.utime(place.parent, (1e9 - age, 1e9 - age))
    kept.settle(run_id)
    return place


def test_what_was_left_is_found_with_its_sizes(kept: KeptFiles) -> None:
    leave(kept, "run-1", 50)
    assert [(file.name, file.size) for file in kept.files("run-1", "checkpoint_1")] == [
        ("below/epoch", 1),
        ("state.pt", 49),
    ]


def test_the_oldest_runs_files_make_room(kept: KeptFiles) -> None:
    for number in range(4):
        leave(kept, f"run-{number}", 80, age=100.0 - number)
    for gone in ("run-0",):
        with pytest.raises(FilesGone):
            kept.files(gone, "checkpoint_1")
    assert all(kept.files(f"run-{number}", "checkpoint_1") for number in (1, 2, 3))


def test_a_run_never_makes_room_for_itself(kept: KeptFiles) -> None:
    leave(kept, "old", 100)
    leave(kept, "new", 100, age=500.0)
    leave(kept, "newer", 200, age=1000.0)
    assert kept.files("newer", "checkpoint_1")


@pytest.mark.parametrize(
    ("run_id", "name"),
    [
        ("run-1", "checkpoint_2"),
        ("run-2", "checkpoint_1"),
        ("..", "checkpoint_1"),
        ("run-1", ".."),
        ("run-1", "../run-1/checkpoint_1"),
        ("run-1/checkpoint_1", "below"),
        ("run-1", ".hidden"),
        ("run-1", "a\0b"),
        ("", ""),
    ],
)
def test_what_is_not_there_or_is_no_name_is_gone(kept: KeptFiles, run_id: str, name: str) -> None:
    leave(kept, "run-1", 50)
    with pytest.raises(FilesGone, match="are not kept"):
        kept.files(run_id, name)


def test_a_name_that_leads_elsewhere_is_no_place(kept: KeptFiles) -> None:
    with pytest.raises(FilesGone):
        kept.place("run-1", "../../run-2")


def test_a_link_is_not_followed(kept: KeptFiles, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    place = leave(kept, "run-1", 50)
    (place / "link").symlink_to(tmp_path / "secret")
    (place / "folder").symlink_to(tmp_path)
    assert [file.name for file in kept.files("run-1", "checkpoint_1")] == ["below/epoch", "state.pt"]
