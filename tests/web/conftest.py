"""Servers that end with their test."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from allranks.runners import Runner
from allranks.store import EventLog, MemoryEventLog
from allranks.web import Settings
from serving import Served, serving

Serve = Callable[..., Awaitable[Served]]


@pytest.fixture
def page_dir(tmp_path: Path) -> Path:
    """A small built page."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><head><title>Allranks</title></head>")
    (page / "assets" / "main-1a2b3c.js").write_text("export {};")
    (page / "pyodide" / "0123456789abcdef").mkdir(parents=True)
    (page / "pyodide" / "0123456789abcdef" / "pyodide.asm.wasm").write_bytes(b"\0asm")
    (page / "rules").mkdir()
    (page / "rules" / "index.html").write_text("<!doctype html><title>Rules</title>")
    (page / "pyodide.wasm").write_bytes(b"\0asm")
    (page / "trainlint-1.0-py3-none-any.whl").write_bytes(b"PK")
    return page


@pytest.fixture
async def serve(tmp_path: Path, page_dir: Path) -> AsyncGenerator[Serve, None]:
    """Starts a server around a runner."""
    async with AsyncExitStack() as stack:

        async def start(
            runner: Runner, event_log: EventLog | None = None, *, send_buffer_bytes: int | None = None, **settings: Any
        ) -> Served:
            chosen = Settings(port=0, data_dir=tmp_path / "data", page_dir=page_dir, **settings)
            server = serving(chosen, runner, event_log or MemoryEventLog(), send_buffer_bytes=send_buffer_bytes)
            return await stack.enter_async_context(server)

        yield start
