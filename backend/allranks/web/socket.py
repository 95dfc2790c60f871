"""The one WebSocket: commands come in, recorded events go out.

Client
├── _read      one command after the other
└── _watch     one task a watched run: follows its log and sends
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse

from ..protocol import Accepted, AllranksError, Answer, BadInput, Cancel, Inflict, Refused, Submit, Watch
from .commands import read_command
from .errors import refusal
from .exposure import from_elsewhere
from .origin import is_loopback, origin_allowed
from .services import Services
from .texts import RecordTexts

logger = logging.getLogger(__name__)
TRY_AGAIN_LATER = 1013


def socket_routes(services: Services) -> APIRouter:
    """`/api/socket`."""
    router = APIRouter()
    settings = services.settings
    texts = RecordTexts()

    @router.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        origin, host = websocket.headers.get("origin"), websocket.headers.get("host")
        if not origin_allowed(origin, host, settings.allowed_origins, is_loopback(settings.host)):
            refused = BadInput(
                f"a page from {origin!r:.100}",
                "this server's own page, or one from an allowed origin",
                "allow it with --allowed-origins",
            )
            await _deny(websocket, refused)
            return
        level = services.capabilities.sandbox_level
        if (header := from_elsewhere(websocket.headers, level)) is not None:
            refused = BadInput(
                f"a socket through a proxy (it has the header {header})",
                f"one from this machine itself, since programs run at sandbox level {level}",
                "bring the server to level B (allranks doctor says how) before a proxy opens it to others",
            )
            await _deny(websocket, refused)
            return
        await Client(websocket, services, texts).serve()

    return router


async def _deny(websocket: WebSocket, refused: BadInput) -> None:
    content = refusal(refused).model_dump(include={"code", "came", "expected", "todo"})
    await websocket.send_denial_response(JSONResponse(content, status_code=403))


class _TooSlow(Exception):
    """The client took nothing for too long."""


class Client:
    """One open socket. It holds at most one page of records a watched run, however slow its client reads."""

    def __init__(self, websocket: WebSocket, services: Services, texts: RecordTexts) -> None:
        self._websocket = websocket
        self._texts = texts
        self._services = services
        self._settings = services.settings
        self._watches: dict[str, asyncio.Task[None]] = {}
        self._too_slow = asyncio.Event()

    async def serve(self) -> None:
        """Return when the socket is closed, by whichever side."""
        await self._websocket.accept()
        reading = asyncio.create_task(self._read())
        too_slow = asyncio.create_task(self._too_slow.wait())
        try:
            await asyncio.wait({reading, too_slow}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = [reading, too_slow, *self._watches.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if not reading.cancelled() and (error := reading.exception()) is not None:
            raise error
        if self._too_slow.is_set():
            await self._close_slow()

    async def _read(self) -> None:
        try:
            while (message := await self._websocket.receive())["type"] != "websocket.disconnect":
                command = read_command(message.get("text"), self._settings.message_bytes)
                if isinstance(command, Refused):
                    await self._send(command)
                else:
                    await self._obey(command)
        except (WebSocketDisconnect, _TooSlow):
            return

    async def _obey(self, command: Submit | Cancel | Inflict | Watch) -> None:
        request_id = command.request_id if isinstance(command, Submit) else None
        run_id = None if isinstance(command, Submit) else command.run_id
        try:
            match command:
                case Submit():
                    controller = self._services.controller
                    run_id = await controller.submit(
                        command.exercise_id, command.source, command.request_id, nodes=command.nodes
                    )
                    await self._send(Accepted(request_id=command.request_id, run_id=run_id))
                    self._begin_watch(run_id, 0)
                case Cancel():
                    if not self._services.controller.cancel(command.run_id):
                        await self._services.event_log.page(command.run_id, 0, 1)  # raises UnknownRun
                case Inflict():
                    if not await self._services.controller.inflict(command.run_id, command.fault):
                        await self._services.event_log.page(command.run_id, 0, 1)  # raises UnknownRun
                case Watch():
                    self._begin_watch(command.run_id, command.after_seq)
        except AllranksError as error:
            await self._send(refusal(error, request_id, run_id))

    def _begin_watch(self, run_id: str, after_seq: int) -> None:
        """Watch from `after_seq` on; a watch of the same run ends."""
        earlier = self._watches.pop(run_id, None)
        if earlier is not None:
            earlier.cancel()
        if len(self._watches) >= self._settings.watches_per_socket:
            raise TooManyWatches(
                f"a watch, with {len(self._watches)} runs watched already",
                f"at most {self._settings.watches_per_socket} on one socket",
                "open another socket, or wait until a run is over",
            )
        watching = asyncio.create_task(self._watch(run_id, after_seq))
        self._watches[run_id] = watching
        watching.add_done_callback(lambda task: self._end_watch(run_id, task))

    def _end_watch(self, run_id: str, task: asyncio.Task[None]) -> None:
        if self._watches.get(run_id) is task:
            del self._watches[run_id]
        if not task.cancelled() and task.exception() is not None:
            logger.error("watching run %s failed", run_id, exc_info=task.exception())

    async def _watch(self, run_id: str, after_seq: int) -> None:
        try:
            async with aclosing(self._services.event_log.follow_pages(run_id, after_seq)) as pages:
                async for records in pages:
                    await self._send_text(self._texts.together(records))
                    if len(records) < self._services.event_log.page_records:
                        # A page draws once a frame; a message for each record costs both sides more than its records.
                        await asyncio.sleep(self._settings.gather_seconds)
        except AllranksError as error:
            await self._send_last(refusal(error, run_id=run_id))
        except (WebSocketDisconnect, _TooSlow):
            return

    async def _send_last(self, answer: Answer) -> None:
        try:
            await self._send(answer)
        except (WebSocketDisconnect, _TooSlow):
            return

    async def _send(self, answer: Answer) -> None:
        await self._send_text(answer.model_dump_json())

    async def _send_text(self, text: str) -> None:
        """Send, or give the client up: uvicorn lets nobody write while the client's buffer is full."""
        try:
            async with asyncio.timeout(self._settings.slow_reader_seconds):
                await self._websocket.send_text(text)
        except TimeoutError:
            if not self._too_slow.is_set():
                logger.info(
                    "a client read nothing for %g seconds; its socket is closed", self._settings.slow_reader_seconds
                )
            self._too_slow.set()
            raise _TooSlow from None

    async def _close_slow(self) -> None:
        """A client that reads again by now is told why; any can come back with `Watch(after_seq)`."""
        try:
            async with asyncio.timeout(self._settings.slow_reader_seconds):
                await self._websocket.close(TRY_AGAIN_LATER, "you read too slowly; watch again from your last seq")
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            return


class TooManyWatches(BadInput):
    """The socket watches as many runs as it may."""

    code = "too_many_watches"
