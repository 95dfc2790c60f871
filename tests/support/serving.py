"""A real server on a free port, and a client of its socket."""

from __future__ import annotations

import asyncio
import json
import socket
import uuid
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from allranks.protocol import Record
from allranks.runners import Runner
from allranks.store import EventLog
from allranks.web import Settings, create_app
from allranks.web.server import Server, listen


@dataclass
class Served:
    """Where a server is, and how to stop it."""

    port: int
    server: Server
    task: asyncio.Task[None]

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/socket"

    @asynccontextmanager
    async def client(self, **options: Any) -> AsyncGenerator[Client, None]:
        async with websockets.connect(self.socket_url, max_size=None, **options) as connection:
            yield Client(connection)

    async def stop(self) -> None:
        """As Ctrl+C does it."""
        self.server.should_exit = True
        await self.task


class Client:
    """Speaks the protocol in words that tests read well."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._arrived: deque[dict[str, Any]] = deque()

    async def send(self, kind: str, **fields: Any) -> None:
        await self.connection.send(json.dumps({"kind": kind, **fields}))

    async def answer(self) -> dict[str, Any]:
        """The next answer. Records that came together are given one by one."""
        if not self._arrived:
            answer: dict[str, Any] = json.loads(await self.connection.recv())
            if answer["kind"] == "recorded":
                self._arrived.extend(answer | {"records": [record]} for record in answer["records"])
            else:
                self._arrived.append(answer)
        return self._arrived.popleft()

    async def submit(self, source: str = "pass", exercise_id: str | None = None, request_id: str | None = None) -> str:
        """Submit and return the run's id, skipping records of other runs."""
        request_id = request_id or uuid.uuid4().hex
        await self.send("submit", request_id=request_id, exercise_id=exercise_id, source=source)
        while (answer := await self.answer())["kind"] != "accepted":
            assert answer["kind"] == "recorded"
        assert answer["request_id"] == request_id
        return str(answer["run_id"])

    async def watch(self, run_id: str, after_seq: int = 0) -> None:
        await self.send("watch", run_id=run_id, after_seq=after_seq)

    async def record(self) -> Record:
        """The next answer, which must be a record."""
        answer = await self.answer()
        assert answer["kind"] == "recorded", answer
        return Record.model_validate(answer["records"][0])

    async def until(self, kind: str) -> list[Record]:
        """Records up to and with the first event of this kind."""
        records = [await self.record()]
        while records[-1].event.kind != kind:
            records.append(await self.record())
        return records

    async def refused(self) -> dict[str, Any]:
        """The next answer, which must be a refusal."""
        answer = await self.answer()
        assert answer["kind"] == "refused", answer
        return answer


@asynccontextmanager
async def serving(
    settings: Settings,
    runner: Runner,
    event_log: EventLog,
    *,
    send_buffer_bytes: int | None = None,
    server_class: type[Server] = Server,
) -> AsyncGenerator[Served, None]:
    """Serve until the block ends."""
    ready = asyncio.Event()
    listening = listen(settings)
    if send_buffer_bytes is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer_bytes)
    server = server_class(create_app(settings, runner=runner, event_log=event_log), settings, ready.set)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        await ready.wait()
        yield Served(listening.getsockname()[1], server, task)
    finally:
        server.should_exit = True
        await task
        listening.close()
