"""What the newest checkpoint is worth apart from its run, whatever its files and the author's program do."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from allranks.protocol import (
    CheckpointFile,
    CheckpointReloaded,
    CheckpointSaved,
    CheckpointsFound,
    Limits,
    RunnerFailed,
    StoredCheckpoint,
)
from allranks.runners.local.plain import Plain
from allranks.runners.local.reloading import LIMITS, SENTENCE_CHARACTERS, Reloading
from allranks.runners.local.sandbox import Sandbox
from allranks.runners.local.taker import Bounds, Taken

TELLS_ITS_FILES = """import json, os, sys
print("some words before")
print(json.dumps({"loss": 0.25, "files": len(os.listdir(sys.argv[1])), "name": "no number", "sure": True}))
"""


def save(folder: Path) -> None:
    folder.mkdir()
    (folder / "state.pt").write_bytes(b"12345")


class Left(Sandbox):
    """A sandbox whose program left one file a checkpoint."""

    def __init__(self, folder: Path, refused: list[str] | None = None, error: Exception | None = None) -> None:
        super().__init__(Plain(), folder, Limits())
        self.refused, self.error = refused or [], error
        self.taken: list[str] = []

    async def take_checkpoint(self, name: str, destination: Path, bounds: Bounds) -> Taken:
        self.taken.append(name)
        if self.error is not None:
            raise self.error
        await asyncio.to_thread(save, destination)
        return Taken(files={"state.pt": 5}, refused=self.refused)


def stored(*names: str) -> CheckpointsFound:
    files = [CheckpointFile(name="state.pt", size=5)]
    return CheckpointsFound(checkpoints=[StoredCheckpoint(name=name, files=files) for name in names], refused=[])


Reload = Callable[..., Any]


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A socket's path has room for about 100 characters, which a folder of pytest's own may have already."""
    with tempfile.TemporaryDirectory(prefix="reload-") as name:
        yield Path(name)


@pytest.fixture
async def reload(tmp_path: Path, short_folder: Path) -> AsyncIterator[Reload]:
    """Says what becomes of a run that saved checkpoint_1 and checkpoint_2, both of which lie there."""
    folder = short_folder

    async def told(
        program: str, sandbox: Left | None = None, limits: Limits = LIMITS, seconds: float = 20.0
    ) -> CheckpointReloaded:
        reloading = Reloading(Plain(), folder, program, limits=limits, seconds=seconds)
        for index in (1, 2):
            reloading.see(CheckpointSaved(attempt=1, index=index, name=f"checkpoint_{index}", metrics={}))
        await reloading.take(sandbox or Left(tmp_path), stored("checkpoint_1", "checkpoint_2", "checkpoint_9"))
        assert reloading.wanted
        event = await reloading.reload()
        reloading.close()
        return event

    yield told
    assert list(folder.iterdir()) == [], "nothing of it is left"


async def test_the_newest_that_was_saved_is_given_to_the_program_and_its_numbers_are_told(reload: Reload) -> None:
    event = await reload(TELLS_ITS_FILES)
    assert event == CheckpointReloaded(
        name="checkpoint_2", outcome="loaded", numbers={"loss": 0.25, "files": 1}, sentence=""
    )


async def test_a_program_that_ends_with_a_sentence_refuses_the_files(reload: Reload) -> None:
    event = await reload("raise SystemExit('the names have a prefix \\x1b[31m')")
    assert (event.outcome, event.numbers) == ("refused", {})
    assert event.sentence.startswith("the names have a prefix")
    assert "\x1b" not in event.sentence


async def test_a_long_sentence_is_cut(reload: Reload) -> None:
    event = await reload("raise SystemExit('x' * 100_000)")
    assert len(event.sentence) <= SENTENCE_CHARACTERS


@pytest.mark.parametrize(
    "program", ["print('[1, 2]')", "print('{}')", "print('[' * 10_000)", "pass", 'print(\'{"loss": "0.1"}\')']
)
async def test_a_program_that_tells_no_numbers_is_nobodys_mistake(reload: Reload, program: str) -> None:
    event = await reload(program)
    assert (event.outcome, event.sentence) == ("not_tried", "the exercise's program told no numbers")


async def test_a_number_that_is_none_does_not_pass_for_one(reload: Reload) -> None:
    event = await reload('print(\'{"loss": NaN, "steps": 3}\')')
    assert event.outcome == "not_tried" or event.numbers["loss"] != event.numbers["steps"]


async def test_a_program_that_never_ends_is_ended(reload: Reload) -> None:
    event = await reload("import time\nwhile True: time.sleep(9)", seconds=1.0)
    assert (event.outcome, event.sentence) == (
        "not_tried",
        "the exercise's program was not done with it within 1 s",
    )


async def test_output_without_end_is_cut_at_the_size_of_a_file(reload: Reload) -> None:
    event = await reload("import sys\nwhile True: sys.stdout.write('x' * 4096)")
    assert event.outcome in ("refused", "not_tried")
    assert len(event.sentence) <= SENTENCE_CHARACTERS


async def test_files_that_were_refused_are_not_opened(reload: Reload, tmp_path: Path) -> None:
    event = await reload("raise SystemExit('opened')", Left(tmp_path, refused=["'state.pt' is a link"]))
    assert (event.outcome, event.sentence) == ("refused", "'state.pt' is a link")


@pytest.mark.parametrize("error", [FileNotFoundError(2, "it was not found again"), RunnerFailed("the kernel is old")])
async def test_files_that_cannot_be_taken_out_are_not_tried(reload: Reload, tmp_path: Path, error: Exception) -> None:
    event = await reload("raise SystemExit('opened')", Left(tmp_path, error=error))
    assert event.outcome == "not_tried"
    assert "could not be taken out" in event.sentence


async def test_a_run_whose_checkpoints_were_never_saved_asks_nothing(tmp_path: Path) -> None:
    sandbox = Left(tmp_path)
    reloading = Reloading(Plain(), tmp_path, TELLS_ITS_FILES)
    await reloading.take(sandbox, stored("checkpoint_9"))
    assert not reloading.wanted
    assert sandbox.taken == []


async def test_an_exercise_without_a_program_asks_nothing(tmp_path: Path) -> None:
    sandbox = Left(tmp_path)
    reloading = Reloading(Plain(), tmp_path, None)
    reloading.see(CheckpointSaved(attempt=1, index=0, name="checkpoint_1", metrics={}))
    await reloading.take(sandbox, stored("checkpoint_1"))
    assert not reloading.wanted


async def test_a_run_that_is_stopped_meanwhile_leaves_no_process(tmp_path: Path, short_folder: Path) -> None:
    began = tmp_path / "began"
    program = f"import time\nopen({str(began)!r}, 'w').close()\nwhile True: time.sleep(9)"
    reloading = Reloading(Plain(), short_folder, program)
    reloading.see(CheckpointSaved(attempt=1, index=0, name="checkpoint_1", metrics={}))
    await reloading.take(Left(tmp_path), stored("checkpoint_1"))
    task = asyncio.create_task(reloading.reload())
    while not began.exists():  # noqa: ASYNC110  # the program tells nobody else
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    reloading.close()
    assert reloading._mini is not None
    assert reloading._mini.process.poll() is not None
