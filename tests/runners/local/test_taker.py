"""Only plain files in bounds leave a folder that somebody hostile controls, and what stays is told."""

import os
import socket
from collections.abc import Generator
from pathlib import Path

import pytest

from allranks.protocol import RunnerFailed
from allranks.runners.local import beneath
from allranks.runners.local.taker import REFUSALS, Bounds, Taken, open_inside, take

pytestmark = pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="openat2 is Linux's")


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    folder = tmp_path / "sandbox" / "checkpoint"
    folder.mkdir(parents=True)
    (tmp_path / "server.db").write_text("secret")
    return folder


@pytest.fixture
def root(inside: Path) -> Generator[int]:
    descriptor = os.open(inside.parent, os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "taken"


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_plain_files_are_taken_with_their_bytes(inside: Path, root: int, out: Path) -> None:
    (inside / "model.pt").write_bytes(b"x" * 200_000)
    (inside / "rank_0").mkdir()
    (inside / "rank_0" / "state=1.json").write_text("{}")
    taken = take(root, "checkpoint", out)
    assert taken.files == {"model.pt": 200_000, "rank_0/state=1.json": 2}
    assert taken.refused == []
    assert (out / "model.pt").read_bytes() == b"x" * 200_000
    assert out.stat().st_mode & 0o777 == 0o700
    assert (out / "model.pt").stat().st_mode & 0o777 == 0o600


def test_links_are_not_followed(inside: Path, root: int, out: Path, tmp_path: Path) -> None:
    (inside / "absolute").symlink_to(tmp_path / "server.db")
    (inside / "relative").symlink_to("../../server.db")
    (inside / "folder").symlink_to(tmp_path)
    (inside / "itself").symlink_to("itself")
    (inside / "proc").symlink_to("/proc/self/fd")
    taken = take(root, "checkpoint", out)
    assert taken.files == {}
    assert len(taken.refused) == 5
    assert all("a link leads there" in sentence for sentence in taken.refused)
    assert "'absolute' was not taken" in taken.refused[0]
    assert names(out) == []


def test_a_linked_or_missing_folder_is_refused_whole(inside: Path, root: int, tmp_path: Path) -> None:
    inside.rmdir()
    inside.symlink_to(tmp_path)
    assert take(root, "checkpoint", tmp_path / "one").refused == [
        "'checkpoint' was not taken: it is no folder, or a link leads there"
    ]
    assert take(root, "../", tmp_path / "two").refused == ["'../' was not taken: it lies outside, or in another mount"]
    assert take(root, "/etc", tmp_path / "three").refused == [
        "'/etc' was not taken: it lies outside, or in another mount"
    ]
    assert "no such file" in take(root, "nowhere", tmp_path / "four").refused[0]


def test_only_files_and_folders_are_taken(inside: Path, root: int, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(inside / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(inside)
        listening.bind("socket")
    taken = take(root, "checkpoint", out)
    assert taken.files == {}
    assert [sentence.split(": ")[1] for sentence in taken.refused] == ["it is neither a file nor a folder"] * 2


def test_a_file_with_a_second_name_is_refused(inside: Path, root: int, out: Path) -> None:
    (inside / "one").write_text("x")
    os.link(inside / "one", inside / "two")
    taken = take(root, "checkpoint", out)
    assert taken.files == {}
    assert all("hard link" in sentence for sentence in taken.refused)


@pytest.mark.parametrize(
    "name",
    [".hidden", "-rf", "a b", "a\nb", "späße", "\u202egpj", "a\\b", "$(id)", "x" * 101, "a;b", "<b>", "~", "CON:"],
)
def test_odd_names_are_refused_in_plain_characters(name: str, inside: Path, root: int, out: Path) -> None:
    (inside / name).write_text("x")
    (inside / "good").write_text("x")
    taken = take(root, "checkpoint", out)
    assert list(taken.files) == ["good"]
    (sentence,) = taken.refused
    assert sentence.isascii()
    assert sentence.isprintable()


def test_a_name_that_is_no_text_is_refused(inside: Path, root: int, out: Path) -> None:
    (Path(os.fsdecode(os.fsencode(inside) + b"/\xff\xfe"))).write_text("x")
    taken = take(root, "checkpoint", out)
    assert taken.files == {}
    assert taken.refused[0].isascii()


def test_bounds_hold_by_what_was_really_read(inside: Path, root: int, tmp_path: Path) -> None:
    for number in range(5):
        (inside / f"file{number}").write_bytes(b"x" * 10)
    assert len(take(root, "checkpoint", tmp_path / "count", Bounds(files=3)).files) == 3
    total = take(root, "checkpoint", tmp_path / "total", Bounds(total_bytes=25))
    assert total.total_bytes == 20
    assert "more than 25 bytes in all" in total.refused[0]
    assert names(tmp_path / "total") == ["file0", "file1"]
    one = take(root, "checkpoint", tmp_path / "one", Bounds(file_bytes=9))
    assert one.files == {}
    assert len(one.refused) == 5
    entries = take(root, "checkpoint", tmp_path / "entries", Bounds(entries=4))
    assert "more than 4 names" in entries.refused[0]


def test_folders_have_a_depth(inside: Path, root: int, out: Path) -> None:
    deep = inside.joinpath(*["d"] * 20)
    deep.mkdir(parents=True)
    (deep / "file").write_text("x")
    taken = take(root, "checkpoint", out, Bounds(depth=4))
    assert taken.files == {}
    assert taken.refused == ["'d/d/d/d' was not taken: folders lie deeper than 4"]


def test_a_sparse_file_is_not_read(inside: Path, root: int, out: Path) -> None:
    with (inside / "sparse").open("wb") as file:
        file.truncate(2**40)
    assert "larger than" in take(root, "checkpoint", out).refused[0]


def test_the_destination_must_be_new(inside: Path, root: int, out: Path, tmp_path: Path) -> None:
    out.symlink_to(tmp_path)
    with pytest.raises(FileExistsError):
        take(root, "checkpoint", out)


def test_refusals_are_bounded_and_counted() -> None:
    taken = Taken()
    for number in range(REFUSALS + 7):
        taken.refuse("x" * 10_000, f"reason {number}")
    assert (len(taken.refused), taken.more_refused) == (REFUSALS, 7)
    assert max(map(len, taken.refused)) < 300


def test_an_old_kernel_is_told_plainly(inside: Path, root: int, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beneath, "OPENAT2", 9_999)
    with pytest.raises(RunnerFailed, match="no openat2"):
        take(root, "checkpoint", out)


def test_a_process_is_entered_by_its_own_root(inside: Path, out: Path) -> None:
    (inside / "file").write_text("x")
    with open_inside(os.getpid(), str(inside.resolve())) as root:
        assert take(root, ".", out).files == {"file": 1}
