"""Serve the playground: the page, the exercises, and the runs."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os

from ..protocol import Capabilities
from ..runners import Runner
from ..runners.local import LocalRunner
from ..store import SqliteEventLog
from ..web import Settings, create_app
from ..web.capabilities import find_capabilities
from ..web.server import Server, listen
from ..web.settings import PREFIX, described


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `serve` to the command line, with one flag for each setting."""
    parser = commands.add_parser("serve", help="serve the playground: the page, the exercises and the runs")
    for name, sentence in described():
        words = f"{sentence} [{PREFIX}{name.upper()}]".replace("%", "%%")
        parser.add_argument(f"--{name.replace('_', '-')}", metavar="VALUE", help=words)
    parser.set_defaults(command=execute)


def execute(options: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; every run is ended and recorded before it returns."""
    flags = {name: getattr(options, name) for name, _ in described()}
    return asyncio.run(serve(Settings.read(flags, os.environ)))


async def serve(settings: Settings, runner: Runner | None = None) -> int:
    """Open everything, serve, close everything. Without a `runner`, programs run on Ray on this machine."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    runner = runner or local_runner(settings)
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
    """The runner that the settings ask for."""
    return LocalRunner(
        limits=settings.limits,
        pool_size=settings.warm_sandboxes,
        ready_seconds=settings.ready_seconds,
        idle_seconds=settings.idle_seconds,
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
        f"  {found.isolation}",
        "  Ctrl+C stops it.",
    ]
    return "\n".join(lines)
