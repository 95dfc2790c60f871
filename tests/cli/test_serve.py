"""`allranks serve`, as a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from allranks.cli.serve import announcement
from allranks.protocol import Capabilities, Limits

BACKEND = Path(__file__).parents[2] / "backend"
FOUND = Capabilities(
    allranks_version="1.2.3",
    python_version="3.11.7",
    ray_version="2.60.0",
    torch_version="2.13.0",
    processors=8,
    gpus=1,
    backend="nccl",
    sandboxed=False,
    isolation="Nothing holds it.",
    limits=Limits(),
)


@asynccontextmanager
async def started(*arguments: str) -> AsyncGenerator[asyncio.subprocess.Process, None]:
    program = "import sys; from allranks.cli import main; sys.exit(main())"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        "serve",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(BACKEND), "HOME": os.environ["HOME"]},
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def test_it_says_where_it_is_serves_and_ends_in_good_order(tmp_path: Path) -> None:
    async with started("--port", "0", "--data-dir", str(tmp_path)) as process:
        assert process.stdout is not None
        first = (await process.stdout.readline()).decode()
        address = first.split("serves ")[1].strip()
        async with httpx.AsyncClient(base_url=address) as client:
            assert (await client.get("/healthz")).json()["status"] == "ok"
        process.send_signal(signal.SIGINT)
        output, error = await process.communicate()
    assert process.returncode == 0
    assert "Ray " in output.decode()
    assert error == b""
    assert (tmp_path / "runs.sqlite").is_file()


async def test_a_data_directory_in_use_is_one_sentence(tmp_path: Path) -> None:
    async with started("--port", "0", "--data-dir", str(tmp_path)) as first:
        assert first.stdout is not None
        await first.stdout.readline()
        async with started("--port", "0", "--data-dir", str(tmp_path)) as second:
            _, error = await second.communicate()
    assert second.returncode == 2
    assert error.decode().count("\n") == 1
    assert "another server is using the data directory" in error.decode()


def test_the_announcement_says_what_was_found() -> None:
    text = announcement("127.0.0.1", 8000, FOUND)
    for part in (
        "http://127.0.0.1:8000",
        "Ray 2.60.0",
        "torch 2.13.0",
        "8 CPU cores, 1 GPU",
        "nccl",
        "Nothing holds it.",
    ):
        assert part in text


def test_every_address_is_announced_with_one_that_can_be_opened() -> None:
    assert "http://127.0.0.1:8000\n  (and every other address" in announcement("0.0.0.0", 8000, FOUND)
    assert "http://[::1]:8000\n" in announcement("::1", 8000, FOUND)
