"""What the page reads where no server answers is what a server would say."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from allranks.authoring.offline import main, write_down
from allranks.catalog import default_exercises_folder
from allranks.protocol import RecordedRun
from allranks.runners import ScriptedRunner
from allranks.store import MemoryEventLog, read_recording
from allranks.web import Settings, create_app


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


async def test_each_file_says_what_the_server_says_at_its_path(tmp_path: Path) -> None:
    write_down(default_exercises_folder(), tmp_path / "offline")
    app = create_app(Settings(page_dir=tmp_path), runner=ScriptedRunner(), event_log=MemoryEventLog())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        for path in ("exercises", "exercises/train01", "exercises/train04", "exercises/train01/solution"):
            assert read(tmp_path / "offline" / f"{path}.json") == (await client.get(f"/api/{path}")).json()


def test_recordings_lie_where_the_list_says(tmp_path: Path) -> None:
    write_down(default_exercises_folder(), tmp_path)
    listed = [RecordedRun.model_validate(each) for each in read(tmp_path / "recordings.json")]
    for each in listed:
        recording = read_recording((tmp_path / each.file).read_bytes())
        assert recording.header.allranks_version == each.allranks_version


def test_what_is_gone_from_the_exercises_goes_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "train99.json").write_text("{}")
    write_down(default_exercises_folder(), tmp_path)
    assert not (tmp_path / "exercises" / "train99.json").exists()


def test_a_damaged_recording_stops_the_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = default_exercises_folder() / "train01-torch-trainer"
    recorded = tmp_path / "exercises" / source.name / "recorded"
    shutil.copytree(source, recorded.parent, ignore=shutil.ignore_patterns("recorded"))
    recorded.mkdir()
    (recorded / "solution.allranks").write_bytes(b"no recording")
    assert main([str(tmp_path / "offline"), "--exercises-dir", str(tmp_path / "exercises")]) == 2
    assert "expected a recording" in capsys.readouterr().err
