"""Checkpoints that are downloaded."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from allranks.runners import ScriptedRunner
from allranks.store import MemoryEventLog
from allranks.web import Settings, create_app
from allranks.web.downloads import PIECE, kept_files_of, zipped


@pytest.fixture
def settings(tmp_path: Path, page_dir: Path) -> Settings:
    return Settings(page_dir=page_dir, data_dir=tmp_path / "data")


@pytest.fixture
async def client(settings: Settings) -> AsyncGenerator[httpx.AsyncClient, None]:
    app = create_app(settings, runner=ScriptedRunner(), event_log=MemoryEventLog())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        yield client


def leave(settings: Settings, files: dict[str, bytes]) -> None:
    place = kept_files_of(settings).place("run-1", "checkpoint_1")
    for name, content in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)


async def test_a_checkpoint_comes_as_a_zip_with_every_byte(settings: Settings, client: httpx.AsyncClient) -> None:
    files = {"state.pt": os.urandom(3 * PIECE + 7), "rank_1/optimizer.pt": b"12345", "empty": b""}
    leave(settings, files)
    answer = await client.get("/api/runs/run-1/checkpoints/checkpoint_1.zip")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="checkpoint_1.zip"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == {
            f"checkpoint_1/{name}": content for name, content in files.items()
        }


@pytest.mark.parametrize(
    "path", ["run-2/checkpoints/checkpoint_1.zip", "run-1/checkpoints/other.zip", "run-1/checkpoints/..%2fx.zip"]
)
async def test_what_is_not_kept_is_said(settings: Settings, client: httpx.AsyncClient, path: str) -> None:
    leave(settings, {"state.pt": b"1"})
    answer = await client.get(f"/api/runs/{path}")
    assert answer.status_code == 404
    if "%2f" not in path:
        assert answer.json()["code"] == "files_gone"
        assert "run the program again" in answer.json()["todo"]


def test_no_more_than_a_piece_is_held_at_once(settings: Settings) -> None:
    leave(settings, {"state.pt": os.urandom(5 * PIECE)})
    pieces = list(zipped("checkpoint_1", kept_files_of(settings).files("run-1", "checkpoint_1")))
    assert max(map(len, pieces)) < 2 * PIECE
