"""The process's side of the server: its listening socket, its signals, its uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import Callable, Generator
from types import FrameType

import uvicorn
from fastapi import FastAPI

from ..protocol import BadSetting
from .settings import Settings

HARD_MESSAGE_FACTOR = 4
"""Messages up to this much too large are refused with a sentence; beyond it uvicorn cuts the connection."""
DEAD_CLIENT_MILLISECONDS = 60_000
GRACEFUL_SECONDS = 5


def listen(settings: Settings) -> socket.socket:
    """Bind the address, or raise `BadSetting` that says why it cannot be had."""
    address = f"{settings.host} port {settings.port}"
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, target = found[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadSetting(address, "an address of this machine", "give another with --host") from error
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections inherit it: without it, one whose client stopped reading for ever would be kept for ever.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_CLIENT_MILLISECONDS)
    try:
        listening.bind(target)
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise BadSetting(
                f"{address}, which another program uses", "a free port", "stop it, or give another with --port"
            ) from error
        raise BadSetting(f"{address} ({error.strerror})", "an address that may be used", "give another") from error
    listening.setblocking(False)
    return listening


class Server(uvicorn.Server):
    """uvicorn that says when it is ready, and that always ends in good order: no process of a run may stay behind."""

    def __init__(self, app: FastAPI, settings: Settings, on_ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="on",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=HARD_MESSAGE_FACTOR * settings.message_bytes,
                ws_ping_interval=settings.ping_seconds,
                ws_ping_timeout=settings.ping_seconds,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=GRACEFUL_SECONDS,
            )
        )
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
