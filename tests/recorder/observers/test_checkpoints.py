"""What is told of a rank's checkpoints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from allranks.recorder.observers.checkpoints import FILES, Checkpoints, files_of
from allranks.recorder.rank import Rank


class Told(Rank):
    """A rank that keeps what it emits."""

    def __init__(self) -> None:
        super().__init__(attempt=2, rank=1)
        self.events: list[dict[str, Any]] = []

    def emit(self, kind: str, **fields: Any) -> None:
        self.events.append({"kind": kind, **fields})


class Folder:
    """As much of a Ray checkpoint as is looked at."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)


@pytest.fixture
def rank() -> Told:
    return Told()


def report(rank: Told, checkpoints: Checkpoints, checkpoint: Folder | None) -> None:
    """Begin a report, as the worker does."""
    rank.checkpoint = checkpoint
    checkpoints.report()
    rank.reports += 1


def test_only_the_first_question_is_told_with_the_folders_name(rank: Told, tmp_path: Path) -> None:
    answers = [Folder(tmp_path / "checkpoint_1"), Folder(tmp_path / "checkpoint_2")]
    get = Checkpoints(rank).seen_asking(lambda: answers.pop(0))
    assert get().path.endswith("checkpoint_1")
    assert get().path.endswith("checkpoint_2")
    assert rank.events == [{"kind": "checkpoint_loaded", "name": "checkpoint_1"}]


def test_no_checkpoint_is_told_as_none(rank: Told) -> None:
    assert Checkpoints(rank).seen_asking(lambda: None)() is None
    assert rank.events == [{"kind": "checkpoint_loaded", "name": None}]


def test_an_upload_is_told_with_its_report_files_and_time(rank: Told, tmp_path: Path) -> None:
    (tmp_path / "state.pt").write_bytes(b"x" * 30)
    checkpoints = Checkpoints(rank)
    upload = checkpoints.seen_uploading(lambda name, metrics, checkpoint: f"persisted {name}")
    checkpoint = Folder(tmp_path)
    report(rank, checkpoints, None)
    report(rank, checkpoints, checkpoint)
    assert upload("checkpoint_1", {}, checkpoint) == "persisted checkpoint_1"
    (event,) = rank.events
    assert event.pop("seconds") >= 0
    assert event == {"kind": "checkpoint_uploaded", "index": 1, "files": [{"name": "state.pt", "size": 30}]}


def test_an_upload_that_ends_after_later_reports_keeps_its_own(rank: Told, tmp_path: Path) -> None:
    checkpoints = Checkpoints(rank)
    upload = checkpoints.seen_uploading(lambda *_: None)
    first, second = Folder(tmp_path), Folder(tmp_path)
    report(rank, checkpoints, first)
    report(rank, checkpoints, second)
    upload("second", {}, second)
    upload("first", {}, first)
    assert [event["index"] for event in rank.events] == [1, 0]


def test_a_report_without_a_checkpoint_uploads_nothing(rank: Told) -> None:
    upload = Checkpoints(rank).seen_uploading(lambda name, metrics, checkpoint: checkpoint)
    assert upload("name", {}, None) is None
    assert rank.events == []


def test_an_upload_that_fails_raises_and_is_not_told(rank: Told, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        Checkpoints(rank).seen_uploading(full)("name", {}, Folder(tmp_path))
    assert rank.events == []


def test_an_odd_checkpoint_does_not_disturb_the_program(rank: Told) -> None:
    odd = object()
    assert Checkpoints(rank).seen_asking(lambda: odd)() is odd
    assert Checkpoints(rank).seen_uploading(lambda *_: "done")("name", {}, odd) == "done"


def test_the_number_of_files_is_bounded(tmp_path: Path) -> None:
    for number in range(FILES + 10):
        (tmp_path / f"{number:03}").touch()
    assert len(files_of(Folder(tmp_path))) == FILES


def test_a_checkpoint_elsewhere_has_no_files(tmp_path: Path) -> None:
    assert files_of(Folder(tmp_path / "bucket")) == []
