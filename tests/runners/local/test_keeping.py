"""Which checkpoints of a run are kept for download."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from allranks.protocol import CheckpointFile, CheckpointSaved, CheckpointsFound, Limits, RunnerFailed, StoredCheckpoint
from allranks.runners.local.keeping import Keeping
from allranks.runners.local.plain import Plain
from allranks.runners.local.sandbox import Sandbox
from allranks.runners.local.taker import Bounds, Taken
from allranks.store import FilesGone, KeptFiles

SIZE = 40


class Left(Sandbox):
    """A sandbox whose program left one file a checkpoint."""

    def __init__(self, folder: Path, refused: list[str] | None = None, error: Exception | None = None) -> None:
        super().__init__(Plain(), folder, Limits())
        self.refused, self.error = refused or [], error
        self.bounds: list[int] = []

    async def take_checkpoint(self, name: str, destination: Path, bounds: Bounds) -> Taken:
        self.bounds.append(bounds.total_bytes)
        if self.error is not None:
            raise self.error
        await asyncio.to_thread(save, destination)
        return Taken(files={"state.pt": SIZE}, refused=self.refused)


def save(folder: Path) -> None:
    folder.mkdir()
    (folder / "state.pt").write_bytes(b"x" * SIZE)


def found(*names: str) -> CheckpointsFound:
    files = [CheckpointFile(name="state.pt", size=SIZE)]
    return CheckpointsFound(checkpoints=[StoredCheckpoint(name=name, files=files) for name in names], refused=[])


def keeping(kept: KeptFiles | None, *saved: str) -> Keeping:
    one = Keeping(kept, "run-1")
    for index, name in enumerate(saved):
        one.see(CheckpointSaved(attempt=1, index=index, name=name, metrics={}))
    return one


@pytest.fixture
def kept(tmp_path: Path) -> KeptFiles:
    return KeptFiles(tmp_path / "kept", run_bytes=100, total_bytes=1000)


def downloadable(told: CheckpointsFound) -> list[str]:
    return [checkpoint.name for checkpoint in told.checkpoints if checkpoint.downloadable]


async def test_the_newest_are_kept_as_long_as_they_fit(tmp_path: Path, kept: KeptFiles) -> None:
    sandbox = Left(tmp_path)
    told = await keeping(kept, "a", "b", "c").take(sandbox, found("a", "b", "c"))
    assert downloadable(told) == ["b", "c"]
    assert "of a run's newest checkpoints" in told.not_downloadable
    assert [file.size for file in kept.files("run-1", "c")] == [SIZE]
    assert sandbox.bounds == [100, 60]


async def test_only_what_was_saved_and_lies_there_is_kept(tmp_path: Path, kept: KeptFiles) -> None:
    told = await keeping(kept, "pruned", "b").take(Left(tmp_path), found("b", "never_finished"))
    assert downloadable(told) == ["b"]
    assert told.not_downloadable == ""


@pytest.mark.parametrize("trouble", [{"refused": ["a link"]}, {"error": OSError("gone")}, {"error": RunnerFailed("x")}])
async def test_a_checkpoint_in_part_is_not_kept(tmp_path: Path, kept: KeptFiles, trouble: dict[str, object]) -> None:
    told = await keeping(kept, "a").take(Left(tmp_path, **trouble), found("a"))  # type: ignore[arg-type]  # of two kinds
    assert (downloadable(told), told.not_downloadable) == ([], "its files could not be taken out whole")
    with pytest.raises(FilesGone):
        kept.files("run-1", "a")


@pytest.mark.parametrize("run_bytes", [None, 0])
async def test_a_server_that_keeps_nothing_says_so(tmp_path: Path, run_bytes: int | None) -> None:
    kept = None if run_bytes is None else KeptFiles(tmp_path / "kept", run_bytes=run_bytes, total_bytes=1000)
    told = await keeping(kept, "a").take(Left(tmp_path), found("a"))
    assert (downloadable(told), told.not_downloadable) == ([], "this server keeps no files of checkpoints")
    assert not (tmp_path / "kept").exists()
