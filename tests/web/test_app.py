"""The wiring."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from allranks.catalog import default_exercises_folder
from allranks.protocol import BadSetting, RunQueued
from allranks.runners import ScriptedRunner
from allranks.store import MemoryEventLog
from allranks.web import Settings, create_app
from serving import Served
from stories import Story

Serve = Callable[..., Awaitable[Served]]


def test_a_broken_exercise_is_logged_and_the_server_works(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "exercises"
    shutil.copytree(default_exercises_folder(), folder)
    manifest = folder / "train01-torch-trainer" / "exercise.toml"
    manifest.write_text(manifest.read_text().replace("world_size = 4", "world_size = 0"))
    with caplog.at_level(logging.WARNING):
        create_app(Settings(exercises_dir=folder), runner=ScriptedRunner(), event_log=MemoryEventLog())
    assert "an exercise is left out" in caplog.text
    assert str(manifest) in caplog.text


def test_without_its_exercises_folder_no_server_begins(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="--exercises-dir"):
        create_app(Settings(exercises_dir=tmp_path / "x"), runner=ScriptedRunner(), event_log=MemoryEventLog())


async def test_starting_closes_what_a_dead_server_left_and_stopping_closes_the_runner(serve: Serve) -> None:
    log = MemoryEventLog()
    await log.create("orphan", "request-1")
    await log.append("orphan", RunQueued(exercise_id=None, file_name="scratch.py", source="pass", ahead=0))
    runner = ScriptedRunner(Story().ended().events)
    served = await serve(runner, log)
    assert await log.unsealed() == []
    await served.stop()
    assert runner.closed
