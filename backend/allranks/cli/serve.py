"""Serve the playground: the page, the exercises, and the runs."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os

from ..protocol import Capabilities
from ..runners import Runner
from ..runners.local import LocalRunner, Plain, find_enclosure
from ..store import SqliteEventLog
from ..web import Settings, create_app
from ..web.capabilities import find_capabilities
from ..web.downloads import kept_files_of
from ..web.exposure import check_exposure
from ..web.server import Server, listen
from ..web.settings import PREFIX, described

AS_ROOT = "  The server runs as root: where others may use it, give it a user of its own."


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `serve` to the command line, with one flag for each setting."""
    parser = commands.add_parser("serve", help="serve the playground: the page, the exercises and the runs")
    for name, sentence in described():
        words = f"{sentence} [{PREFIX}{name.upper()}]".replace("%", "%%")
        flag = f"--{name.replace('_', '-')}"
        if name == "unsafe_no_sandbox":
            parser.add_argument(flag, nargs="?", const="true", metavar="true|false", help=words)
        else:
            parser.add_argument(flag, metavar="VALUE", help=words)
    parser.set_defaults(command=execute)


def execute(options: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; every run is ended and recorded before it returns."""
    flags = {name: getattr(options, name) for name, _ in described()}
    return asyncio.run(serve(Settings.read(flags, os.environ)))


async def serve(settings: Settings, runner: Runner | None = None) -> int:
    """Open everything, serve, close everything. Without a `runner`, programs run on Ray on this machine."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    runner = runner or local_runner(settings)
    check_exposure(settings, runner)
    listening = listen(settings)
    try:
        event_log = await SqliteEventLog.open(settings.data_dir / "runs.sqlite", max_bytes=settings.store_bytes)
        try:
            app = create_app(settings, runner=runner, event_log=event_log)
            found = find_capabilities(runner, settings.limits)
            address, port = listening.getsockname()[:2]
            server = Server(app, settings, lambda: print(announcement(address, port, found), flush=True))
            await server.serve(sockets=[listening])
        finally:
            await event_log.close()
    finally:
        listening.close()
    return 0 if server.started else 2


def local_runner(settings: Settings) -> LocalRunner:
    """The runner that the settings ask for, in the best sandbox that this machine has."""
    return LocalRunner(
        enclosure=Plain() if settings.unsafe_no_sandbox else find_enclosure().enclosure,
        limits=settings.limits,
        kept=kept_files_of(settings),
        pool_size=settings.warm_sandboxes,
        ready_seconds=settings.ready_seconds,
        idle_seconds=settings.idle_seconds,
        recheck_seconds=settings.recheck_seconds,
    )


def announcement(address: str, port: int, found: Capabilities) -> str:
    """Where the server is and what it found, for whoever started it."""
    name = f"[{address}]" if ":" in address else address
    everywhere = address in ("0.0.0.0", "::")  # noqa: S104  # compared with, not bound to
    gpus = f"{found.gpus} GPU{'' if found.gpus == 1 else 's'}" if found.gpus else "no GPU"
    lines = [
        f"Allranks {found.allranks_version} serves http://{'127.0.0.1' if everywhere else name}:{port}",
        *(["  (and every other address of this machine)"] if everywhere else []),
        f"  Ray {found.ray_version}, torch {found.torch_version}, Python {found.python_version}",
        f"  {found.processors} CPU cores, {gpus}: ranks talk over {found.backend}",
        f"  Sandbox level {found.sandbox_level}. {found.isolation}",
        *([f"  For a better level: {found.sandbox_missing}."] if found.sandbox_missing else []),
        *([AS_ROOT] if os.geteuid() == 0 else []),
        "  Ctrl+C stops it.",
    ]
    return "\n".join(lines)
