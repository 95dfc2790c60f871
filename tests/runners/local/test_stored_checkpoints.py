"""What the host sees of a run's checkpoints, whatever a hostile program made of its folders."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from allranks.protocol import CheckpointFile, CheckpointsFound
from allranks.runners.local.stored_checkpoints import CHECKPOINTS, ENTRIES, FILES, Storage
from allranks.runners.local.taker import Bounds

pytestmark = pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="openat2 is Linux's")


class Sandboxed:
    """A home folder with a run's storage in it, opened by the host."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.run = self.home / "ray_results" / "run"
        self.run.mkdir(parents=True)
        self.storage = Storage([str(self.home)])
        self.storage.open(None, own_mounts=False)

    def saves(self, name: str, **files: int) -> Path:
        folder = self.run / name
        folder.mkdir()
        for file, size in files.items():
            (folder / file).write_bytes(b"x" * size)
        return folder

    def found(self, *claimed: str) -> CheckpointsFound:
        return self.storage.found(claimed or [str(self.run)])


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandboxed]:
    made = Sandboxed(tmp_path)
    yield made
    made.storage.close()


def names(found: CheckpointsFound) -> list[str]:
    return [checkpoint.name for checkpoint in found.checkpoints]


def test_checkpoints_are_found_with_their_files_and_sizes(sandbox: Sandboxed) -> None:
    sandbox.saves("checkpoint_2", state=10)
    below = sandbox.saves("checkpoint_1", b=20, a=3) / "rank_0"
    below.mkdir()
    (below / "shard").write_bytes(b"x" * 7)
    (sandbox.run / "checkpoint_manager_snapshot.json").write_text("{}")
    (sandbox.run / ".validate_storage_marker").write_text("")
    found = sandbox.found()
    assert names(found) == ["checkpoint_1", "checkpoint_2"]
    assert found.checkpoints[0].files == [
        CheckpointFile(name="a", size=3),
        CheckpointFile(name="b", size=20),
        CheckpointFile(name="rank_0/shard", size=7),
    ]
    assert found.refused == []


def test_files_are_still_found_when_their_folder_was_taken_away(sandbox: Sandboxed) -> None:
    """As a mount is, with the sandbox's last process."""
    sandbox.saves("checkpoint_1", state=10)
    sandbox.home.rename(sandbox.home.parent / "elsewhere")
    assert names(sandbox.found()) == ["checkpoint_1"]


@pytest.mark.parametrize("claimed", ["/etc", "/", "/proc/self", "relative", "", "x" * 400])
def test_a_storage_that_lies_elsewhere_is_refused(sandbox: Sandboxed, claimed: str) -> None:
    found = sandbox.found(claimed)
    assert found.checkpoints == []
    assert len(found.refused) == 1
    assert "it lies outside the run's own folders" in found.refused[0]


def test_a_path_that_climbs_out_is_refused(sandbox: Sandboxed) -> None:
    (sandbox.home.parent / "secret" / "checkpoint_1").mkdir(parents=True)
    found = sandbox.found(f"{sandbox.home}/../secret")
    assert found.checkpoints == []
    assert "it lies outside, or in another mount" in found.refused[0]


def test_links_are_not_followed(sandbox: Sandboxed, tmp_path: Path) -> None:
    (tmp_path / "secret" / "checkpoint_9").mkdir(parents=True)
    (sandbox.run / "checkpoint_1").symlink_to(tmp_path / "secret")
    sandbox.saves("checkpoint_2", state=1)
    (sandbox.run / "checkpoint_2" / "link").symlink_to(tmp_path)
    (sandbox.home / "linked").symlink_to(tmp_path / "secret")
    found = sandbox.found(str(sandbox.run), str(sandbox.home / "linked"))
    assert names(found) == ["checkpoint_2"]
    assert [file.name for file in found.checkpoints[0].files] == ["state"]
    assert [sentence.partition(" was not looked at: ")[2] for sentence in found.refused] == [
        "it is a link",
        "1 of its files are not named, or are no plain files",
        "it is no folder, or a link leads there",
    ]


def test_pipes_and_sockets_hold_nobody_up_and_are_no_files(sandbox: Sandboxed, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = sandbox.saves("checkpoint_1", state=1)
    os.mkfifo(folder / "pipe")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
    found = sandbox.found()
    assert [file.name for file in found.checkpoints[0].files] == ["state"]
    assert found.refused == ["'checkpoint_1' was not looked at: 2 of its files are not named, or are no plain files"]


def test_files_checkpoints_and_names_are_bounded(sandbox: Sandboxed) -> None:
    sandbox.saves("checkpoint_0", **{f"file_{number}": 1 for number in range(FILES + 5)})
    found = sandbox.found()
    assert len(found.checkpoints[0].files) == FILES
    assert "5 of its files are not named" in found.refused[0]
    for number in range(1, CHECKPOINTS + 2):
        sandbox.saves(f"checkpoint_{number}")
    found = sandbox.found()
    assert len(found.checkpoints) == CHECKPOINTS
    assert f"more than {CHECKPOINTS} checkpoints" in found.refused[-1]
    shutil.rmtree(sandbox.run)
    sandbox.run.mkdir()
    folder = sandbox.saves("checkpoint_0")
    for number in range(ENTRIES + 1):
        (folder / str(number)).touch()
    assert "more than 5,000 names" in sandbox.found().refused[-1]


def test_odd_names_are_told_harmlessly(sandbox: Sandboxed) -> None:
    sandbox.saves("\x1b[31mred")
    found = sandbox.found()
    assert found.checkpoints == []
    assert found.refused[0].isprintable()
    assert found.refused[0].isascii()


def test_a_sandbox_that_could_not_be_opened_says_so() -> None:
    storage = Storage(["/home/learner"])
    storage.open(None, own_mounts=True)
    (sentence,) = storage.found(["/home/learner/run"]).refused
    assert "could not be opened (its outermost process was not found)" in sentence


BOUNDS = Bounds(files=5, file_bytes=100, total_bytes=200)


def test_the_files_of_a_checkpoint_are_copied_out(sandbox: Sandboxed, tmp_path: Path) -> None:
    sandbox.saves("checkpoint_1", state=10)
    taken = sandbox.storage.take("checkpoint_1", [str(sandbox.run)], tmp_path / "out", BOUNDS)
    assert (taken.files, taken.refused) == ({"state": 10}, [])
    assert (tmp_path / "out" / "state").read_bytes() == b"x" * 10


def test_of_two_storages_the_last_that_holds_it_is_taken(sandbox: Sandboxed, tmp_path: Path) -> None:
    sandbox.saves("checkpoint_1", state=10)
    later = sandbox.home / "ray_results" / "later"
    (later / "checkpoint_1").mkdir(parents=True)
    (later / "checkpoint_1" / "state").write_bytes(b"later")
    claimed = [str(sandbox.run), "/etc", str(later)]
    sandbox.storage.take("checkpoint_1", claimed, tmp_path / "out", BOUNDS)
    assert (tmp_path / "out" / "state").read_bytes() == b"later"


def test_a_link_in_place_of_a_checkpoint_or_of_its_file_is_not_followed(sandbox: Sandboxed, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the server's")
    (sandbox.run / "checkpoint_1").symlink_to(tmp_path)
    with pytest.raises(OSError):  # noqa: PT011  # which one differs between kernels
        sandbox.storage.take("checkpoint_1", [str(sandbox.run)], tmp_path / "out", BOUNDS)
    (sandbox.saves("checkpoint_2") / "state").symlink_to(tmp_path / "secret")
    taken = sandbox.storage.take("checkpoint_2", [str(sandbox.run)], tmp_path / "out2", BOUNDS)
    assert taken.files == {}
    assert len(taken.refused) == 1


def test_a_checkpoint_that_is_not_there_any_more_is_said(sandbox: Sandboxed, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="not found again"):
        sandbox.storage.take("checkpoint_9", [str(sandbox.run)], tmp_path / "out", BOUNDS)
