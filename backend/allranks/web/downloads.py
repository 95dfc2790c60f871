"""Checkpoints as zip files, made while they are sent: nothing is held in memory but a piece of a file."""

from __future__ import annotations

import asyncio
import io
import os
import zipfile
from collections.abc import Generator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from ..store import KeptFile, KeptFiles
from .settings import Settings

PIECE = 2**16
SINCE = (1980, 1, 1, 0, 0, 0)
"""The oldest that a zip can say: what its program made of the time is not known, and says nothing."""


def kept_files_of(settings: Settings) -> KeptFiles:
    """Where the server of these settings keeps files, and how much of them."""
    return KeptFiles(
        settings.data_dir / "checkpoints",
        run_bytes=settings.checkpoint_bytes,
        total_bytes=settings.checkpoints_bytes,
    )


def download_routes(kept: KeptFiles) -> APIRouter:
    """The files that runs left."""
    router = APIRouter()

    @router.get("/api/runs/{run_id}/checkpoints/{name}.zip")
    async def checkpoint(run_id: str, name: str) -> StreamingResponse:
        """The files of a checkpoint, in a folder of its name. Nothing here has looked into them."""
        files = await asyncio.to_thread(kept.files, run_id, name)
        headers = {
            "content-disposition": f'attachment; filename="{name}.zip"',
            "x-content-type-options": "nosniff",
            "cache-control": "private, no-store",
        }
        return StreamingResponse(zipped(name, files), media_type="application/zip", headers=headers)

    return router


def zipped(folder: str, files: list[KeptFile]) -> Generator[bytes]:
    """The bytes of a zip that holds `files` below `folder`. Weights do not get smaller, so they are stored as they
    are."""
    written = _Written()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        for file in files:
            entry = zipfile.ZipInfo(f"{folder}/{file.name}", SINCE)
            entry.external_attr = 0o600 << 16
            with _opened(file) as source, archive.open(entry, "w", force_zip64=file.size >= 2**31) as target:
                while piece := source.read(PIECE):
                    target.write(piece)
                    yield written.take()
            yield written.take()
    yield written.take()


def _opened(file: KeptFile) -> io.FileIO:
    return io.FileIO(os.open(file.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC))


class _Written(io.RawIOBase):
    """What was written and not sent yet. It cannot seek, so zipfile writes sizes after the files."""

    def __init__(self) -> None:
        self._pieces = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        before = len(self._pieces)
        self._pieces += memoryview(data)  # type: ignore[arg-type]  # whatever zipfile gives
        return len(self._pieces) - before

    def take(self) -> bytes:
        taken = bytes(self._pieces)
        self._pieces.clear()
        return taken
