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
import pytest

from allranks.cli import main
from allranks.cli.serve import announcement
from allranks.protocol import Capabilities, Limits
from allranks.runs import cluster_of

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
    sandbox_level="D",
    isolation="Nothing holds it.",
    sandbox_missing="bubblewrap is not installed",
    limits=Limits(),
    cluster=cluster_of(Limits(), gpus=1),
)


@asynccontextmanager
async def started(*arguments: str) -> AsyncGenerator[asyncio.subprocess.Process, None]:
    program = "import sys; from allranks.cli import main; sys.exit(main())"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        "serve",
        "--unsafe-no-sandbox",
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


def test_a_server_that_holds_nothing_is_opened_only_on_ones_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["serve", "--port", "0", "--data-dir", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "install the package bubblewrap" in error
    assert "--unsafe-no-sandbox" in error


def test_ones_word_does_not_open_it_to_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--unsafe-no-sandbox", "--host", "0.0.0.0", "--port", "0", "--data-dir", str(tmp_path)]
    assert main(["serve", *options]) == 2
    assert "--host 0.0.0.0 at sandbox level D" in capsys.readouterr().err


def test_the_announcement_says_what_a_better_sandbox_needs() -> None:
    assert "Sandbox level D. Nothing holds it." in announcement("127.0.0.1", 8000, FOUND)
    assert "For a better level: bubblewrap is not installed." in announcement("127.0.0.1", 8000, FOUND)
