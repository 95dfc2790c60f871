"""The kernel itself keeps a path below a folder."""

import errno
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from allranks.protocol import RunnerFailed
from allranks.runners.local import beneath

pytestmark = pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="openat2 is Linux's")


@pytest.fixture
def folder(tmp_path: Path) -> Generator[int]:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "file").write_text("here")
    (tmp_path / "outside").write_text("there")
    (tmp_path / "inside" / "link").symlink_to("file")
    (tmp_path / "inside" / "out").symlink_to(tmp_path)
    descriptor = os.open(tmp_path / "inside", os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


def test_a_file_below_is_opened_and_not_inherited(folder: int) -> None:
    opened = beneath.open_in(folder, "file", os.O_RDONLY)
    assert os.read(opened, 10) == b"here"
    assert not os.get_inheritable(opened)
    os.close(opened)


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("link", errno.ELOOP),
        ("out/outside", errno.ELOOP),
        ("../outside", errno.EXDEV),
        ("/etc/passwd", errno.EXDEV),
        ("nowhere", errno.ENOENT),
        ("file/below", errno.ENOTDIR),
    ],
)
def test_whatever_leads_out_is_refused(path: str, number: int, folder: int) -> None:
    with pytest.raises(OSError, match=r".") as refused:
        beneath.open_in(folder, path, os.O_RDONLY)
    assert refused.value.errno == number


def test_other_mounts_are_entered_only_where_that_is_said() -> None:
    root = os.open("/", os.O_PATH | os.O_DIRECTORY)
    with pytest.raises(OSError, match=r".") as refused:
        beneath.open_in(root, "proc/self", os.O_RDONLY)
    assert refused.value.errno in (errno.EXDEV, errno.ELOOP)
    os.close(beneath.open_in(root, "proc", os.O_RDONLY, other_mounts=True))
    os.close(root)


def test_a_kernel_without_the_call_is_told_plainly(folder: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beneath, "OPENAT2", 9_999)
    with pytest.raises(RunnerFailed, match=r"no openat2 \(Linux 5.6"):
        beneath.open_in(folder, "file", os.O_RDONLY)
